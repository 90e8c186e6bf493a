import type { MenuSymbol } from '@flowprint/contract'
import { decimalUnit, fromUnits, NO_ROW } from '@flowprint/orderflow'
import { type CSSProperties, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartController } from '../chart/chart-controller.ts'
import { unitNameOf } from '../model/menus.ts'
import { useMarket } from '../model/market-store.ts'
import { type Amounts, amountsIn } from '../model/quantity-text.ts'
import { useChartSettings } from '../model/settings-store.ts'
import { BarSums } from '../panels/profiles/profile-sources.ts'
import type { ShownProfile } from '../panels/profiles/profile-store.ts'
import frame from '../ui/panel.module.css'
import { PanelHead, PanelMessage } from '../ui/panel-parts.tsx'
import styles from './workspaces.module.css'

/** The profile is summed again at most this often. */
const REFRESH_MS = 250

/** Volume profile of the bars that a chart shows. */
export function ProfileView({
  market,
  controller,
}: {
  readonly market: MenuSymbol
  readonly controller: ChartController
}) {
  const { t } = useTranslation()
  const profile = useVisibleProfile(controller)
  const units = useMarket(({ meta }) => meta?.units)
  return (
    <aside className={frame.panel} aria-label={t('workspaces.kind.profile')}>
      <PanelHead>
        <h2 className="text-m font-semibold flex-1 truncate">
          {t('workspaces.kind.profile')} <span className="text-faint font-normal">{market.label}</span>
        </h2>
      </PanelHead>
      {profile === null || units === undefined || profile.poc === NO_ROW ? (
        <PanelMessage role="status">{t('workspaces.profile.empty')}</PanelMessage>
      ) : (
        <Rows
          profile={profile}
          tickSize={units.tickSize}
          amounts={amountsIn('base', unitNameOf(market, 'base'), units)}
        />
      )}
    </aside>
  )
}

function useVisibleProfile({ chart, scope }: ChartController): ShownProfile | null {
  const [shown, setShown] = useState<ShownProfile | null>(null)
  const share = useChartSettings((state) => state.indicators.valueArea.share)
  useEffect(() => {
    const sums = new BarSums()
    let timer: ReturnType<typeof setTimeout> | undefined
    const compute = () => {
      timer = undefined
      const bars = chart.bars()
      const range = chart.visibleRange()
      const first = Math.max(0, range.from)
      const end = Math.min(range.to + 1, bars.length)
      setShown(end > first ? sums.profile('visible', bars, { first, end }, share) : null)
    }
    const soon = () => {
      timer ??= setTimeout(compute, REFRESH_MS)
    }
    const undo = [chart.onVisibleRange(soon), useMarket.of(scope).subscribe(soon)]
    compute()
    return () => {
      clearTimeout(timer)
      for (const end of undo) end()
    }
  }, [chart, scope, share])
  return shown
}

interface RowsProps {
  readonly profile: ShownProfile
  readonly tickSize: string
  readonly amounts: Amounts
}

/** Rows by price, the highest first: volume at the bid and at the ask, with the point of control and the value area. */
function Rows({ profile, tickSize, amounts }: RowsProps) {
  const { t } = useTranslation()
  const { row, bid, ask, step, poc, valRow, vahRow } = profile
  const tick = decimalUnit(tickSize)
  const top = row[row.length - 1]
  const count = top - row[0] + 1
  const most = row.reduce((max, _, i) => Math.max(max, bid[i] + ask[i]), 0)
  const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0)
  const [sold, bought] = [sum(bid), sum(ask)]
  const priceOf = (at: number) => fromUnits(at * step, tick)
  const lines = [
    ['vah', vahRow, priceOf(vahRow + 1)],
    ['poc', poc, priceOf(poc)],
    ['val', valRow, priceOf(valRow)],
  ] as const
  const near = { lots: bought + sold, quote: 0 }
  return (
    <>
      <div className={styles.profile}>
        <svg viewBox={`0 0 1000 ${count}`} preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.valueArea} x="0" y={top - vahRow} width="1000" height={vahRow - valRow + 1} />
          {Array.from(row, (at, i) => {
            const width = (1000 * bid[i]) / most
            return (
              <g key={at} opacity={at === poc ? 1 : 0.72}>
                <rect className={styles.bid} x="0" y={top - at + 0.08} width={width} height="0.84" />
                <rect
                  className={styles.ask}
                  x={width}
                  y={top - at + 0.08}
                  width={(1000 * ask[i]) / most}
                  height="0.84"
                />
              </g>
            )
          })}
        </svg>
        {lines.map(([name, at, price]) => (
          <span
            key={name}
            className={styles.profileLine}
            data-line={name}
            style={{ '--at': (top - at + (name === 'vah' ? 0 : name === 'val' ? 1 : 0.5)) / count } as CSSProperties}
          >
            {t(`workspaces.profile.${name}`)} {price}
          </span>
        ))}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('workspaces.profile.volume')}</dt>
          <dd>{amounts.about(bought + sold, near)}</dd>
        </div>
        <div>
          <dt>{t('workspaces.profile.delta')}</dt>
          <dd data-sign={Math.sign(bought - sold)}>{amounts.about(bought - sold, near)}</dd>
        </div>
      </dl>
    </>
  )
}
