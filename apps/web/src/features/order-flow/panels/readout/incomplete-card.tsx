import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../../shared/format/number.ts'
import type { Gap } from '../../../../workers/protocol.ts'
import { useMarket } from '../../model/market-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import styles from '../../ui/card.module.css'
import { FloatingCard } from '../../ui/floating-card.tsx'
import { useReading } from './reading-store.ts'

/** The gaps that overlap the bar [t, end) and make it incomplete (INDICATORS 11: both trades' bars). */
export function gapsOfBar(gaps: readonly Gap[], t: number, end: number): readonly Gap[] {
  return gaps.filter((gap) => gap.from < end && gap.to >= t)
}

/** Gaps listed individually before the rest is only counted. */
const NAMED = 3

/** Card of an incomplete bar: missing trades, and the effect on indicators. */
export function IncompleteCard() {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const bar = useReading((state) => state.bar)
  const pointer = useReading((state) => state.pointer)
  const hit = useReading((state) => state.hit)
  const meta = useMarket((state) => state.meta)
  const lacking = bar?.state === 'incomplete' || bar?.state === 'repairing'
  if (!bar || !pointer || !meta || !lacking || hit) return null
  const gaps = gapsOfBar(meta.gaps, Math.floor(bar.t), bar.end)

  return (
    <FloatingCard x={pointer.x} y={pointer.y}>
      <h3 className={styles.title} data-tone="warning">
        {t(bar.state === 'repairing' ? 'indicators.incompleteBar.repairing' : 'indicators.incompleteBar.title')}
      </h3>
      <p className="mb-1 text-default">{t('indicators.incompleteBar.effect')}</p>
      <ul className={styles.list}>
        {gaps.slice(0, NAMED).map(({ from, to, missing, state }) => (
          <li key={from}>
            {missing === null
              ? t('indicators.incompleteBar.gapUnknown', { span: time.span(from, to) })
              : t('indicators.incompleteBar.gap', { missing: formatCount(missing), span: time.span(from, to) })}
            {' · '}
            {t(`status.gapState.${state}`)}
          </li>
        ))}
        {gaps.length > NAMED && <li>{t('indicators.incompleteBar.more', { times: gaps.length - NAMED })}</li>}
        {gaps.length === 0 && <li>{t('indicators.incompleteBar.edge')}</li>}
      </ul>
    </FloatingCard>
  )
}
