import styles from './skeleton-columns.module.css'

/** Heights and positions of placeholder columns in percent of the chart; constant, so that nothing jumps. */
const COLUMNS = Array.from({ length: 22 }, (_, index) => {
  const wave = Math.sin(index * 0.55) + Math.sin(index * 0.23 + 1)
  const rows = 5 + Math.round((Math.sin(index * 1.7) + 1) * 4)
  return { key: index, top: 38 - wave * 12, rows: Array.from({ length: rows }, (_row, row) => row) }
})

/** Placeholder of a footprint while data loads; `still`: no animation, there is no data to come. */
export function SkeletonColumns({ still = false }: { still?: boolean }) {
  return (
    <div className={still ? `${styles.columns} ${styles.still}` : styles.columns} aria-hidden="true">
      {COLUMNS.map(({ key, top, rows }) => (
        <div key={key} className={styles.column} style={{ marginTop: `${top}vh`, animationDelay: `${key * 60}ms` }}>
          {rows.map((row) => (
            <i key={row} style={{ opacity: 0.35 + 0.65 * Math.abs(Math.sin(row * 2.1 + key)) }} />
          ))}
        </div>
      ))}
    </div>
  )
}
