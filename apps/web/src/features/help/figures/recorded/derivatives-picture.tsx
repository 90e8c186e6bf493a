import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import data from 'virtual:derivatives-figures'
import { AXIS, Frame, WIDTH } from '../../../../shared/figures/frame.tsx'
import { Hatches } from './hatch.tsx'
import { type Area, runsOf, scaleOf, stepPath } from './plot.ts'
import { clockText, rowText, sizeText } from './recorded-text.ts'
import styles from './recorded.module.css'

const HEIGHT = 330
const PANE = { x: 0, width: WIDTH - AXIS - 8 }
const MARK: Area = { ...PANE, y: 18, height: 46 }
const SUMS: Area = { ...PANE, y: 86, height: 80 }
const OPEN: Area = { ...PANE, y: 190, height: 46 }
const RATE: Area = { ...PANE, y: 260, height: 46 }
/** Bars between two labels of the time axis. */
const EVERY = 12

/** Twelve hours: mark price, liquidations, open interest, funding rate; hatched where nothing was recorded. */
export function DerivativesPicture() {
  const { t } = useTranslation()
  const id = useId()
  const { bars, market, largest } = data
  const x = (i: number) => PANE.x + (i * PANE.width) / bars.length
  const most = Math.max(...bars.flatMap(({ long, short }) => [long, short]))
  const middle = SUMS.y + SUMS.height / 2
  const height = (lots: number) => (lots === 0 ? 0 : Math.max(0.75, ((SUMS.height / 2) * lots) / most))
  const sum = (of: (bar: (typeof bars)[number]) => number) => bars.reduce((total, bar) => total + of(bar), 0)
  const label = t('help.recorded.derivatives', {
    long: sizeText(
      sum(({ long }) => long),
      market,
    ),
    short: sizeText(
      sum(({ short }) => short),
      market,
    ),
    count: sum(({ count }) => count),
    position: t(`help.recorded.position.${largest.position}`),
    size: sizeText(largest.lots, market),
    price: rowText(largest.price, { step: 1, tickSize: market.tickSize }),
    time: clockText(largest.t),
  })
  return (
    <>
      <Frame height={HEIGHT} label={label}>
        <Hatches id={id} />
        {runsOf(bars.map(({ covered }) => covered < 1))
          .filter(({ value }) => value)
          .map(({ from, to }) => (
            <rect
              key={from}
              x={x(from)}
              y={MARK.y}
              width={x(to) - x(from)}
              height={RATE.y + RATE.height - MARK.y}
              fill={`url(#${id}missing)`}
            />
          ))}
        <Line area={MARK} name={t('help.recorded.mark')} values={bars.map(({ mark }) => mark)} decimals={0} />
        <PaneName area={SUMS}>{t('help.recorded.liquidations')}</PaneName>
        <line className={styles.grid} x1={PANE.x} x2={PANE.width} y1={middle} y2={middle} />
        {bars.map(({ t: start, long, short }, i) => (
          <g key={start}>
            <rect className={styles.long} x={x(i) + 0.75} y={middle} width={x(1) - 1.5} height={height(long)} />
            <rect
              className={styles.short}
              x={x(i) + 0.75}
              y={middle - height(short)}
              width={x(1) - 1.5}
              height={height(short)}
            />
          </g>
        ))}
        <text className={styles.axis} x={WIDTH - AXIS - 2} y={SUMS.y + 8}>
          {t('help.recorded.position.short')}
        </text>
        <text className={styles.axis} x={WIDTH - AXIS - 2} y={SUMS.y + SUMS.height - 8}>
          {t('help.recorded.position.long')}
        </text>
        <Line
          area={OPEN}
          name={t('help.recorded.openInterest')}
          values={bars.map(({ openInterest }) => openInterest)}
          decimals={0}
        />
        <Line
          area={RATE}
          name={t('help.recorded.funding')}
          values={bars.map(({ fundingRate }) => (fundingRate === null ? null : 100 * fundingRate))}
          decimals={3}
          unit="%"
        />
        {bars.map(({ t: start }, i) =>
          i % EVERY === 0 ? (
            <text key={start} className={styles.axis} x={x(i)} y={HEIGHT - 8}>
              {clockText(start)}
            </text>
          ) : null,
        )}
      </Frame>
      <figcaption className={styles.caption}>{label}</figcaption>
    </>
  )
}

function PaneName({ area, children }: { readonly area: Area; readonly children: string }) {
  return (
    <text className={styles.name} x={area.x} y={area.y - 9}>
      {children}
    </text>
  )
}

interface LineProps {
  readonly area: Area
  readonly name: string
  readonly values: readonly (number | null)[]
  readonly decimals: number
  readonly unit?: string
}

/** One value a bar with its extremes; interrupted where it is unknown. */
function Line({ area, name, values, decimals, unit = '' }: LineProps) {
  const y = scaleOf(values, area)
  const known = values.filter((value) => value !== null)
  const text = (value: number) => `${value.toFixed(decimals).replace('-', '−')}${unit}`
  return (
    <>
      <PaneName area={area}>{name}</PaneName>
      {[Math.max(...known), Math.min(...known)].map((value) => (
        <g key={value}>
          <line className={styles.grid} x1={area.x} x2={area.width} y1={y(value)} y2={y(value)} />
          <text className={styles.axis} x={WIDTH - AXIS - 2} y={y(value)}>
            {text(value)}
          </text>
        </g>
      ))}
      <path className={styles.line} d={stepPath(values, area, y)} />
    </>
  )
}
