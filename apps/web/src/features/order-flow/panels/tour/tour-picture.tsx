import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { TourStep } from './steps.ts'
import styles from './tour-picture.module.css'

/** A hand-made footprint: bid, ask, buy imbalance, point of control. */
const ROWS = [
  { bid: 12, ask: 31, buy: false, poc: false },
  { bid: 24, ask: 96, buy: true, poc: false },
  { bid: 28, ask: 118, buy: true, poc: false },
  { bid: 31, ask: 104, buy: true, poc: false },
  { bid: 87, ask: 120, buy: false, poc: true },
  { bid: 64, ask: 40, buy: false, poc: false },
  { bid: 22, ask: 9, buy: false, poc: false },
] as const
const BID = ROWS.reduce((sum, row) => sum + row.bid, 0)
const ASK = ROWS.reduce((sum, row) => sum + row.ask, 0)

const tint = (volume: number) => ({ '--strength': `${Math.round(8 + (volume / 120) * 38)}%` }) as CSSProperties

/** Illustration of a step: its subject is highlighted. Decorative; the text says the same. */
export function TourPicture({ step }: { step: TourStep }) {
  const { t } = useTranslation()
  return (
    <div className={styles.picture} data-step={step} aria-hidden="true">
      <div className={styles.bar}>
        <i className={styles.stem} />
        <div className={styles.cells}>
          {ROWS.map(({ bid, ask, buy, poc }) => (
            <div key={bid} className={styles.row} data-poc={poc}>
              <span className={styles.bid} style={tint(bid)}>
                {bid}
              </span>
              <span className={styles.ask} style={tint(ask)} data-imbalance={buy}>
                {ask}
              </span>
            </div>
          ))}
          <i className={styles.stack} />
        </div>
      </div>
      <i className={styles.zone}>
        <b>{t('chart.zone.label', { side: t('chart.zone.short.support'), rows: 3 })}</b>
      </i>
      <div className={styles.delta}>
        {ASK} − {BID} = <b>+{ASK - BID}</b>
      </div>
    </div>
  )
}
