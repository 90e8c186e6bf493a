import { type Box, columnOf, deltaOf, type FigureStretch, type RowScale, volumeOf } from './figure-data.ts'
import styles from './figures.module.css'

interface StretchProps {
  readonly stretch: FigureStretch
  readonly box: Box
}

/** The same bars as ordinary candles. */
export function Candles({
  stretch,
  box,
  scale,
  lit,
}: StretchProps & { readonly scale: RowScale; readonly lit?: readonly number[] }) {
  return stretch.bars.map((bar, i) => {
    const { x, width } = columnOf(box, stretch.bars.length, i)
    const body = Math.min(width * 0.62, 34)
    const [top, bottom] = [scale.y(Math.max(bar.open, bar.close)), scale.y(Math.min(bar.open, bar.close))]
    return (
      <g
        key={bar.t}
        className={bar.close >= bar.open ? styles.up : styles.down}
        opacity={lit && !lit.includes(i) ? 0.45 : undefined}
      >
        <rect
          x={x + width / 2 - 0.5}
          y={scale.y(bar.high)}
          width="1"
          height={Math.max(1, scale.y(bar.low) - scale.y(bar.high))}
        />
        <rect
          x={x + (width - body) / 2}
          y={top}
          width={body}
          height={Math.max(1, bottom - top)}
          rx={body > 12 ? 1 : 0.5}
        />
      </g>
    )
  })
}

/** Delta of each bar, up and down from the middle. */
export function DeltaColumns({ stretch, box }: StretchProps) {
  const most = Math.max(...stretch.bars.map((bar) => Math.abs(deltaOf(bar))))
  const middle = box.y + box.height / 2
  return (
    <>
      <line className={styles.rule} x1={box.x} x2={box.x + box.width} y1={middle} y2={middle} />
      {stretch.bars.map((bar, i) => {
        const { x, width } = columnOf(box, stretch.bars.length, i)
        const height = Math.max(0.75, (Math.abs(deltaOf(bar)) / most) * (box.height / 2))
        const up = deltaOf(bar) >= 0
        return (
          <rect
            key={bar.t}
            className={up ? styles.up : styles.down}
            x={x + width * 0.19}
            y={up ? middle - height : middle}
            width={width * 0.62}
            height={height}
            opacity={i === stretch.focus ? 1 : 0.5}
          />
        )
      })}
    </>
  )
}

/** Volume of each bar. */
export function VolumeColumns({ stretch, box }: StretchProps) {
  const most = Math.max(...stretch.bars.map(volumeOf))
  return stretch.bars.map((bar, i) => {
    const { x, width } = columnOf(box, stretch.bars.length, i)
    const height = (volumeOf(bar) / most) * box.height
    return (
      <rect
        key={bar.t}
        className={i === stretch.focus ? styles.effort : styles.volume}
        x={x + width * 0.19}
        y={box.y + box.height - height}
        width={width * 0.62}
        height={height}
      />
    )
  })
}
