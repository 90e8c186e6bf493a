import { shownAmount, type InviterChart } from '@flowprint/contract'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../shared/format/number.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { formatDay } from '../../../shared/format/time.ts'
import { heightOf, indexAt, niceMax } from './scale.ts'
import styles from './trend.module.css'

export type TrendKind = 'earnings' | 'invited'
type Day = InviterChart['list'][number]

/** Coordinate system: bars are one unit apart, heights are in hundredths. */
const HEIGHT = 100
const BAR = 0.72

const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: -Infinity,
  End: Infinity,
}

/** A bar per day; the hovered one, or the one selected with the arrow keys, is shown above. */
export function TrendChart({ days, kind }: { days: readonly Day[]; kind: TrendKind }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const last = days.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.min(chosen ?? last, last)
  const max = niceMax(
    Math.max(
      ...days.map((day) =>
        kind === 'earnings' ? Number(day.pending_amount) + Number(day.settled_amount) : day.invited,
      ),
    ),
  )
  const isEmpty = days.every(
    (day) => day.invited === 0 && Number(day.pending_amount) === 0 && Number(day.settled_amount) === 0,
  )

  // Calendar days: parse as local midnight in any time zone.
  const text = (day: string) => formatDay(`${day}T00:00:00`, language)
  const readOut = ({ day, invited, pending_amount: pending, settled_amount: settled }: Day) =>
    kind === 'earnings'
      ? t('promotion.chart.read', { day: text(day), pending: shownAmount(pending), settled: shownAmount(settled) })
      : t('promotion.chart.readInvited', { day: text(day), count: invited })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, at + step)))
  }

  return (
    <div className="flex flex-1 flex-col gap-3 min-h-[240px]">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-muted text-m">
        <span>{readOut(days[at])}</span>
        {kind === 'earnings' && (
          <span className={styles.legend}>
            <i className="bg-brand" />
            {t('promotion.chart.settled')}
            <i className={styles.pendingKey} />
            {t('promotion.chart.pending')}
          </span>
        )}
      </div>
      <div className="relative flex flex-1 flex-col gap-1">
        <span className="absolute top-0.5 left-1 text-faint text-xs pointer-events-none" aria-hidden="true">
          {formatCount(max)}
        </span>
        <div
          className={styles.bars}
          role="slider"
          tabIndex={0}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at}
          aria-valuetext={readOut(days[at])}
          aria-label={t('promotion.chart.about', { from: text(days[0].day), to: text(days[last].day) })}
          onKeyDown={onKeyDown}
          onPointerMove={({ clientX, currentTarget }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            setChosen(indexAt((clientX - left) / width, days.length))
          }}
          onPointerLeave={() => setChosen(null)}
        >
          <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {chosen !== null && <rect className={styles.cursor} x={at} y={0} width={1} height={HEIGHT} />}
            {days.map((day, i) => (
              <Bars key={day.day} day={day} kind={kind} x={i + (1 - BAR) / 2} max={max} />
            ))}
          </svg>
          {isEmpty && <p className={styles.nothing}>{t('promotion.chart.empty')}</p>}
        </div>
        <div className="flex justify-between text-faint text-xs" aria-hidden="true">
          <span>{text(days[0].day)}</span>
          <span>{text(days[last].day)}</span>
        </div>
      </div>
    </div>
  )
}

function Bars({ day, kind, x, max }: { day: Day; kind: TrendKind; x: number; max: number }) {
  if (kind === 'invited') {
    const height = (day.invited / max) * HEIGHT
    return <rect className={styles.settled} x={x} y={HEIGHT - height} width={BAR} height={height} />
  }
  const settled = heightOf(day.settled_amount, max) * HEIGHT
  const pending = heightOf(day.pending_amount, max) * HEIGHT
  return (
    <>
      <rect className={styles.settled} x={x} y={HEIGHT - settled} width={BAR} height={settled} />
      <rect className={styles.pending} x={x} y={HEIGHT - settled - pending} width={BAR} height={pending} />
    </>
  )
}
