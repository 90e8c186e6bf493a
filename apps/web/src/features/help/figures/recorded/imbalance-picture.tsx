import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import data from 'virtual:book-figures'
import { AXIS, Frame, WIDTH } from '../../../../shared/figures/frame.tsx'
import { Hatches } from './hatch.tsx'
import { type Area, runsOf, stepPath } from './plot.ts'
import styles from './recorded.module.css'

const HEIGHT = 128
const AREA: Area = { x: 0, y: 8, width: WIDTH - AXIS - 8, height: HEIGHT - 30 }

/** Imbalance near the touch of every second; hatched where there is no value. */
export function ImbalancePicture() {
  const { t } = useTranslation()
  const id = useId()
  const { market, imbalance } = data
  const { values } = imbalance
  const y = (value: number) => AREA.y + (AREA.height * (1 - value)) / 2
  const x = (second: number) => AREA.x + (second * AREA.width) / values.length
  const known = values.filter((value) => value !== null)
  const label = t('help.recorded.imbalance', {
    distance: Number((imbalance.distance * Number(market.tickSize)).toFixed(8)),
    low: signed(Math.min(...known)),
    high: signed(Math.max(...known)),
    count: values.length - known.length,
  })
  return (
    <>
      <Frame height={HEIGHT} label={label}>
        <Hatches id={id} />
        {runsOf(values.map((value) => value === null))
          .filter(({ value }) => value)
          .map(({ from, to }) => (
            <rect
              key={from}
              x={x(from)}
              y={AREA.y}
              width={x(to) - x(from)}
              height={AREA.height}
              fill={`url(#${id}unknown)`}
            />
          ))}
        {[1, 0, -1].map((value) => (
          <g key={value}>
            <line className={styles.grid} x1={AREA.x} x2={AREA.x + AREA.width} y1={y(value)} y2={y(value)} />
            <text className={styles.axis} x={WIDTH - AXIS - 2} y={y(value)}>
              {signed(value, 0)}
            </text>
          </g>
        ))}
        <path className={styles.line} d={stepPath(values, AREA, y)} />
        {[0, 15, 30, 45, 60].map((second) => (
          <text
            key={second}
            className={styles.axis}
            x={x(second)}
            y={HEIGHT - 9}
            textAnchor={second === 0 ? 'start' : second === values.length ? 'end' : 'middle'}
          >
            {t('help.recorded.second', { second })}
          </text>
        ))}
      </Frame>
      <figcaption className={styles.caption}>{label}</figcaption>
    </>
  )
}

const signed = (value: number, decimals = 2) =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(decimals)}`
