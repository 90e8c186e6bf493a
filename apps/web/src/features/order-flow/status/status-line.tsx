import { useTranslation } from 'react-i18next'
import { useTimeFormat } from '../chart/use-time-format.ts'
import { dataAgeMs, dataState } from '../market/data-state.ts'
import { useMarket } from '../market/market-store.ts'
import { durationText, lagText } from './duration-text.ts'
import styles from './status-line.module.css'
import { useNow } from './use-now.ts'
import { ZoneMenu } from './zone-menu.tsx'

const TONES = { open: 'good', connecting: 'busy', reconnecting: 'busy', offline: 'bad' } as const
/** A clock that is this far behind is told as the age of the data instead of as the lag of the feed. */
const AGE_MS = 5000

/** One line about the data: connection, lag or age, what they are, how far back they reach, in which zone times are. */
export function StatusLine() {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const now = useNow()
  const connection = useMarket((state) => state.connection)
  const bars = useMarket((state) => state.bars)
  const meta = useMarket((state) => state.meta)

  const state = useMarket.getState()
  const serverNow = now + state.offsetMs
  const data = dataState(state, serverNow)
  const age = dataAgeMs(state, serverNow)
  const isOld = age > AGE_MS && !meta?.delayed
  const worrying = data === 'stale' || data === 'simulated' || data === 'delayed' || data === 'repairing'
  const coverage = meta?.coverage

  const tip = coverage && t('status.coverageHint', {
    from: time.moment(coverage.from), to: time.moment(coverage.to), holes: coverage.holes,
  })

  return (
    <section className={styles.line} aria-label={t('status.label')}>
      <span className={`${styles.item} ${styles.connection}`}>
        <i className={styles.dot} data-tone={TONES[connection]} />
        <span className={styles.narrowOut}>{t(`status.connection.${connection}`)}</span>
      </span>
      <span className={worrying ? `${styles.data} ${styles.warn}` : `${styles.data} ${styles.strong}`}
        data-tip={t(`status.dataHint.${data}`)} tabIndex={0}>
        {t(`status.data.${data}`)}
      </span>
      <span className={isOld ? `${styles.lag} ${styles.warn}` : `${styles.lag} ${styles.spare}`}>
        {isOld && t('status.age', { value: durationText(t, age) })}
        {!isOld && meta?.live && state.lagMs !== null && t('status.lag', { value: lagText(t, state.lagMs) })}
      </span>
      <span className={isOld ? `${styles.coverage} ${styles.spare}` : styles.coverage} data-tip={tip} tabIndex={tip ? 0 : undefined}>
        {meta && (coverage ? t('status.coverage', { from: time.day(coverage.from) }) : t('status.noCoverage'))}
      </span>
      <span className={styles.spare}>{meta && t('status.bars', { count: bars })}</span>
      <span className={styles.end}>
        <ZoneMenu />
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" aria-label={t('status.attribution')}>
          <span className={styles.narrowOut}>{t('status.attribution')}</span>
          <span className={styles.narrowOnly}>TradingView</span>
        </a>
      </span>
    </section>
  )
}
