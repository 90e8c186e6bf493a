import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** Right-aligned numbers. */
  readonly align?: 'left' | 'right'
  readonly width?: number
  readonly cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly columns: readonly Column<Row>[]
  /** The previous rows stay while new ones load. */
  readonly stale?: boolean
  /** Accessible name of the scroll area: the table scrolls in both directions under a fixed head. */
  readonly scrolls?: string
}

/** A table of records. Actions of a row (`data-actions`) stay visible while it scrolls and are not printed. */
export function DataTable<Row>({ rows, rowKey, columns, stale, scrolls }: DataTableProps<Row>) {
  const table = (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ key, title, align, width }) => (
            <th key={key} scope="col" data-align={align} style={{ width }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, align, cell }) => (
              <td key={key} data-align={align}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return scrolls === undefined ? (
    <div className={styles.frame} aria-busy={stale}>
      {table}
    </div>
  ) : (
    <section className={`${styles.frame} ${styles.scrolls}`} aria-label={scrolls} aria-busy={stale}>
      {table}
    </section>
  )
}
