import styles from './demo-card.module.css'

const COLUMNS = 9
const ROWS = 13

/** Placeholder columns; always in the same place, so that nothing jumps. */
const CELLS = Array.from({ length: COLUMNS }, (_, column) => {
  const rows = 5 + ((column * 7) % 4)
  const top = Math.round(4 - column * 0.4 + 2 * Math.sin(column * 1.1))
  return Array.from({ length: rows }, (_row, row) => ({ column, row: Math.min(ROWS - 1, Math.max(0, top) + row) }))
}).flat()

export function Skeleton() {
  return (
    <svg
      className={styles.skeleton}
      viewBox={`0 0 ${COLUMNS * 100 + 60} ${ROWS * 30}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {CELLS.map(({ column, row }) => (
        <rect key={`${column}-${row}`} x={column * 100 + 14} y={row * 30 + 1} width="80" height="28" rx="2" />
      ))}
    </svg>
  )
}
