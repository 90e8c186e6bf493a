import type { Column } from '../../../shared/ui/table/data-table.tsx'
import styles from './list.module.css'

interface CardsProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly columns: readonly Column<Row>[]
  readonly stale: boolean
}

/** Table rows as cards on narrow screens: each column with its title, actions last. */
export function Cards<Row>({ label, rows, rowKey, columns, stale }: CardsProps<Row>) {
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={stale}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles.card}>
          <dl className={styles.facts}>
            {columns
              .filter(({ key }) => key !== 'actions')
              .map(({ key, title, cell }) => (
                <div key={key} className={styles.fact}>
                  <dt>{title}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
          </dl>
          {columns
            .filter(({ key }) => key === 'actions')
            .map(({ key, cell }) => (
              <div key={key} className={styles.cardActions}>
                {cell(row)}
              </div>
            ))}
        </li>
      ))}
    </ul>
  )
}
