import {
  type Box,
  cellText,
  columnOf,
  type FigureBar,
  type FigureCell,
  type FigureStretch,
  type RowScale,
} from './figure-data.ts'
import styles from './figures.module.css'

interface FootprintProps {
  readonly stretch: FigureStretch
  readonly box: Box
  readonly scale: RowScale
  /** Rows of a stack next to the bar in focus. */
  readonly stack?: { readonly low: number; readonly high: number }
  /** Highlighted bars; the others recede. All when absent. */
  readonly lit?: readonly number[]
}

const STEM = 9
const GAP = 4

/** Bars as columns of rows: bid volume left, ask volume right, the candle as a stem next to them. */
export function Footprint({ stretch, box, scale, stack, lit }: FootprintProps) {
  const most = Math.max(...stretch.bars.flatMap(({ cells }) => cells.flatMap(([, bid, ask]) => [bid, ask])))
  return stretch.bars.map((bar, i) => {
    const { x, width } = columnOf(box, stretch.bars.length, i)
    return (
      <g key={bar.t} opacity={lit && !lit.includes(i) ? 0.45 : undefined}>
        <Stem bar={bar} x={x + 3} scale={scale} />
        {bar.cells.map((cell) => (
          <Cell
            key={cell[0]}
            cell={cell}
            x={x + STEM}
            width={width - STEM - GAP}
            scale={scale}
            most={most}
            lotSize={stretch.lotSize}
          />
        ))}
        <rect
          className={styles.poc}
          x={x + STEM + 0.5}
          y={scale.top(bar.poc) + 0.5}
          width={width - STEM - GAP - 1}
          height={scale.rowHeight - 1}
          rx="1.5"
        />
        {stack && i === stretch.focus && (
          <rect
            className={styles.stack}
            x={x + width - 2.5}
            y={scale.top(stack.high)}
            width="2.5"
            height={(stack.high - stack.low + 1) * scale.rowHeight}
            rx="1"
          />
        )}
      </g>
    )
  })
}

function Stem({ bar, x, scale }: { bar: FigureBar; x: number; scale: RowScale }) {
  const [top, bottom] = [scale.y(Math.max(bar.open, bar.close)), scale.y(Math.min(bar.open, bar.close))]
  return (
    <g className={bar.close >= bar.open ? styles.up : styles.down}>
      <rect x={x - 0.5} y={scale.y(bar.high)} width="1" height={Math.max(1, scale.y(bar.low) - scale.y(bar.high))} />
      <rect x={x - 1.5} y={top} width="3" height={Math.max(1, bottom - top)} rx="0.5" />
    </g>
  )
}

interface CellProps {
  readonly cell: FigureCell
  readonly x: number
  readonly width: number
  readonly scale: RowScale
  readonly most: number
  readonly lotSize: string
}

function Cell({ cell: [row, bid, ask, buyGrade, sellGrade], x, width, scale, most, lotSize }: CellProps) {
  const half = width / 2
  const pad = width < 60 ? 1.5 : 3
  const y = scale.top(row)
  const baseline = y + scale.rowHeight / 2
  const height = scale.rowHeight - 0.75
  // The square root keeps small rows visible next to the largest.
  const tint = (lots: number) => (0.05 + 0.27 * Math.sqrt(lots / most)).toFixed(2)
  return (
    <>
      {bid > 0 && (
        <rect className={styles.bidFill} x={x} y={y} width={half - 0.5} height={height} opacity={tint(bid)} />
      )}
      {ask > 0 && (
        <rect
          className={styles.askFill}
          x={x + half + 0.5}
          y={y}
          width={half - 0.5}
          height={height}
          opacity={tint(ask)}
        />
      )}
      <text className={sellGrade > 0 ? styles.bidText : styles.number} x={x + half - pad} y={baseline} textAnchor="end">
        {bid > 0 ? cellText(bid, lotSize) : '·'}
      </text>
      <text className={buyGrade > 0 ? styles.askText : styles.number} x={x + half + pad} y={baseline}>
        {ask > 0 ? cellText(ask, lotSize) : '·'}
      </text>
    </>
  )
}
