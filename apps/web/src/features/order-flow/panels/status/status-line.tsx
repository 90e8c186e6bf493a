import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDuration, formatLag } from '../../../../shared/format/chart-time.ts'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { dataAgeMs, dataState, type DataState as DataStateName, useMarketClock } from '../../model/market-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { ZoneChoice } from './deferred-parts.ts'
import { GapsMenu } from './deferred-parts.ts'
import styles from './status-line.module.css'

const TONES = { open: 'good', connecting: 'busy', reconnecting: 'busy', offline: 'bad' } as const
const DATA_TONES = {
  live: 'good',
  delayed: 'busy',
  simulated: 'busy',
  repairing: 'busy',
  replay: 'busy',
  waiting: 'busy',
  stale: 'bad',
  failed: 'bad',
  history: 'none',
  loading: 'none',
} as const
/** A larger lag is shown as the age of the data instead of the lag of the feed. */
const AGE_MS = 5000

/** State of the data in one word; links to the membership when that would change it. */
function DataState({ state }: { state: DataStateName }) {
  const { t } = useTranslation()
  const hint = t(state === 'replay' ? 'replay.hint' : `status.dataHint.${state}`)
  const shared = {
    className: `${styles.item} ${styles.data}`,
    'data-tone': DATA_TONES[state],
    'data-state': state,
    'data-tip': hint,
  }
  const words = (
    <>
      <i className={styles.mark} aria-hidden="true" />
      {t(state === 'replay' ? 'replay.title' : `status.data.${state}`)}
      <span className="visually-hidden">{hint}</span>
    </>
  )
  return state === 'delayed' ? (
    <Link to="/activate" {...shared}>
      {words}
    </Link>
  ) : (
    <span {...shared}>{words}</span>
  )
}

/**
 * Status line of the data: connection, state, lag or age, completeness, coverage, time zone. `onShow`: shows a moment
 * on the chart.
 */
export function StatusLine({ onShow }: { onShow: (t: number) => void }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { now, market } = useMarketClock()
  const { connection, bars, meta, lagMs } = market
  const serverNow = now + market.offsetMs
  const data = dataState(market, serverNow)
  const age = dataAgeMs(market, serverNow)
  const isOld = age > AGE_MS
  const coverage = meta?.coverage
  const tip = coverage && t('status.coverageHint', { from: time.moment(coverage.from), to: time.moment(coverage.to) })

  return (
    <section className={styles.line} aria-label={t('status.label')}>
      <span className={`${styles.item} min-w-21 max-phone:min-w-0`}>
        <i className={styles.dot} data-tone={TONES[connection]} />
        <span className="max-phone:hidden">{t(`status.connection.${connection}`)}</span>
      </span>
      <DataState state={data} />
      <span
        className={isOld ? 'min-w-24 max-phone:min-w-21 text-warning' : `min-w-24 max-phone:min-w-21 ${styles.spare}`}
      >
        {isOld && t('status.age', { value: formatDuration(t, age) })}
        {!isOld && meta?.live && lagMs !== null && t('status.lag', { value: formatLag(t, lagMs) })}
      </span>
      {meta && <GapsMenu meta={meta} onShow={onShow} />}
      <span className={`min-w-37.5 ${styles.spare}`} data-tip={tip}>
        {meta && (coverage ? t('status.coverage', { from: time.day(coverage.from) }) : t('status.noCoverage'))}
        <span className="visually-hidden">{tip}</span>
      </span>
      <span className={styles.spare}>{meta && t('status.bars', { count: bars })}</span>
      <span className="inline-flex items-center gap-2.5 h-full ms-auto">
        <ZoneMenu />
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" aria-label={t('status.attribution')}>
          <span className="max-phone:hidden">{t('status.attribution')}</span>
          <span className="hidden max-phone:inline">TradingView</span>
        </a>
      </span>
    </section>
  )
}

function ZoneMenu() {
  const { t } = useTranslation()
  const current = useTimeFormat().zoneName

  return (
    <Dropdown
      label={t('status.timeZone')}
      kind="menu"
      align="end"
      trigger={(props) => (
        <button
          type="button"
          className={styles.zone}
          aria-label={`${t('status.timeZone')} ${current}`}
          data-tip={t('status.timeZone')}
          {...props}
        >
          {current}
        </button>
      )}
    >
      {(close) => <ZoneChoice close={close} />}
    </Dropdown>
  )
}
