import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Box, columnOf, deltaOf, type FigureStretch, rowPrice, type RowScale, signedText } from './figure-data.ts'
import styles from './figures.module.css'

export const WIDTH = 360
/** Width of the price labels at the right. */
export const AXIS = 44

/** A figure with a fixed aspect ratio. Without a label it is decorative and hidden from screen readers. */
export function Frame({
  height,
  label,
  children,
}: {
  readonly height: number
  readonly label?: string
  readonly children: ReactNode
}) {
  const said =
    label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)
  return (
    <svg className={styles.figure} viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} {...said}>
      {children}
    </svg>
  )
}

/** Price labels of about five rows. */
export function PriceAxis({ stretch, scale }: { readonly stretch: FigureStretch; readonly scale: RowScale }) {
  const every = Math.max(1, Math.ceil((scale.high - scale.low + 1) / 6))
  const rows: number[] = []
  for (let row = Math.ceil(scale.low / every) * every; row <= scale.high; row += every) rows.push(row)
  return rows.map((row) => (
    <g key={row}>
      <line
        className={styles.grid}
        x1="0"
        x2={WIDTH - AXIS}
        y1={scale.y(row * stretch.step)}
        y2={scale.y(row * stretch.step)}
      />
      <text className={styles.axis} x={WIDTH - AXIS + 8} y={scale.top(row) + scale.rowHeight / 2}>
        {rowPrice(row, stretch)}
      </text>
    </g>
  ))
}

/** The delta of every bar, under its column. */
export function DeltaRow({ stretch, box }: { readonly stretch: FigureStretch; readonly box: Box }) {
  const { t } = useTranslation()
  return (
    <>
      {stretch.bars.map((bar, i) => {
        const { x, width } = columnOf(box, stretch.bars.length, i)
        return (
          <text
            key={bar.t}
            className={deltaOf(bar) >= 0 ? styles.askText : styles.bidText}
            x={x + width / 2}
            y={box.y + box.height / 2}
            textAnchor="middle"
          >
            {signedText(deltaOf(bar), stretch.lotSize)}
          </text>
        )
      })}
      <text className={styles.axis} x={WIDTH - AXIS + 8} y={box.y + box.height / 2}>
        {t('chart.delta')}
      </text>
    </>
  )
}
