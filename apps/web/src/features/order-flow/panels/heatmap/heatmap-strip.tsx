import { heatColours } from '@flowprint/chart/depth'
import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { formatSpan } from '../../../../shared/format/chart-time.ts'
import { useAppearance } from '../../../../shared/theme/appearance.ts'
import { readChartTheme } from '../../../../shared/theme/chart-theme.ts'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { isBookKnown, requestDepthRetry, useDepth } from '../../model/depth-store.ts'
import { useMarket } from '../../model/market-store.ts'
import { currenciesOf } from '../../model/menus.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useHeatmap } from './heatmap-store.ts'
import styles from './heatmap.module.css'
import type { LevelReading } from './level-reading.ts'
import { paletteOf } from './palette.ts'

/** The line between the legend and the bars: the level under the cursor, otherwise the heatmap's legend and state. */
export function HeatmapStrip({ market }: { market: MenuSymbol }) {
  const level = useHeatmap((state) => state.level)
  return (
    <div className={styles.strip} data-heatmap-strip="">
      {level ? <LevelLine level={level} market={market} /> : <LegendLine market={market} />}
    </div>
  )
}

const unitOf = (market: MenuSymbol, contracts: string) =>
  market.qty_unit === 'contract' ? contracts : currenciesOf(market).base

function LegendLine({ market }: { market: MenuSymbol }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const time = useTimeFormat()
  const palette = useChartSettings((state) => state.view.heatmap.palette)
  const theme = useAppearance((state) => state.theme)
  const { isKnown, storedFrom, visibleTo, full } = useHeatmap()
  const state = useDepth((depth) => depth.state)
  const isDelayed = useMarket(({ meta }) => meta?.delayed === true)
  const gradient = gradientOf(heatColours(paletteOf(palette, theme), readChartTheme().surface0))
  // The book is there before its past.
  const shown = isKnown === null && isBookKnown(state) ? 'loading' : state
  const isTooOld = isKnown === false && storedFrom !== null && visibleTo <= storedFrom
  return (
    <>
      <span className={styles.legend} role="group" aria-label={t('depth.heatmap.legend')}>
        <span className="max-phone:hidden">{t('depth.heatmap.less')}</span>
        <i className={styles.gradient} style={{ backgroundImage: gradient }} />
        <span>
          {t('depth.heatmap.more')}
          {full && ` ≥ ${full} ${unitOf(market, t('tape.contracts'))}`}
        </span>
        <span className={styles.area} data-area="unknown" data-tip={t('depth.heatmap.unknownHint')}>
          <i />
          {t('depth.heatmap.unknown')}
        </span>
        <span className={styles.area} data-area="missing" data-tip={t('depth.heatmap.missingHint')}>
          <i />
          {t('depth.heatmap.missing')}
        </span>
      </span>
      <span className={styles.state} role="status">
        {market.kind === 'simulated' && (
          // On a phone the readout above says so.
          <span className="max-phone:hidden">
            <Tag tone="warning">{t('depth.state.simulated')}</Tag>
          </span>
        )}
        {isDelayed && <Tag tone="warning">{t('depth.state.delayed')}</Tag>}
        {isTooOld ? (
          <span>{t('depth.state.tooOld', { time: time.moment(storedFrom) })}</span>
        ) : isKnown === false && (isBookKnown(state) || state === 'none') ? (
          <span data-tip={t('depth.stateHint.none')}>{t('depth.state.none')}</span>
        ) : (
          <span data-tip={t(`depth.stateHint.${shown}`)}>{t(`depth.state.${shown}`)}</span>
        )}
        {state === 'failed' && (
          <button type="button" className={styles.retry} onClick={() => requestDepthRetry(scope)}>
            {t('depth.retry')}
          </button>
        )}
      </span>
    </>
  )
}

function LevelLine({ level, market }: { level: LevelReading; market: MenuSymbol }) {
  const { t } = useTranslation()
  const unit = unitOf(market, t('tape.contracts'))
  const atLeast = (value: string) => t('depth.level.atLeast', { value })
  return (
    <dl className={styles.level} aria-label={t('depth.level.label')} data-level={level.knowledge}>
      <Item name={t('depth.level.price')} value={level.price} />
      {level.sides.map(({ side, size, ageMs, isAgeOpen, account }) => (
        <div key={side} className={styles.side}>
          <Item name={t(`depth.level.${side}`)} value={`${size} ${unit}`} side={side} />
          <Item name={t('depth.level.age')} value={isAgeOpen ? atLeast(formatSpan(t, ageMs)) : formatSpan(t, ageMs)} />
          {account && (
            <>
              <Item name={t('depth.level.added')} value={atLeast(account.added)} hint={t('depth.level.lowerBound')} />
              <Item name={t('depth.level.traded')} value={account.traded} />
              <Item name={t('depth.level.pulled')} value={atLeast(account.pulled)} hint={t('depth.level.lowerBound')} />
            </>
          )}
        </div>
      ))}
      {level.knowledge === 'known' ? (
        level.sides.length === 0 && <span>{t('depth.heatmap.nothing')}</span>
      ) : (
        <span className={styles.doubt}>{t(`depth.heatmap.${level.knowledge}Hint`)}</span>
      )}
    </dl>
  )
}

function Item({ name, value, side, hint }: { name: string; value: string; side?: 'bid' | 'ask'; hint?: string }) {
  return (
    <div className={styles.item} data-tip={hint}>
      <dt>{name}</dt>
      <dd data-side={side}>{value}</dd>
    </div>
  )
}

/** A CSS gradient of a palette, from faint to full. */
function gradientOf(colours: Uint32Array): string {
  const stops = Array.from({ length: 9 }, (_, i) => {
    const pixel = colours[1 + Math.round((i / 8) * (colours.length - 2))]
    return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`
  })
  return `linear-gradient(90deg, ${stops.join(', ')})`
}
