import { Record, Records } from '../../../shared/ui/records.tsx'
import type { Column } from '../../../shared/ui/table/data-table.tsx'

interface CardsProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly columns: readonly Column<Row>[]
  readonly stale: boolean
}

/** Table rows as cards on narrow screens: each column with its title, actions last. */
export function Cards<Row>({ label, rows, rowKey, columns, stale }: CardsProps<Row>) {
  const actions = columns.find(({ key }) => key === 'actions')
  const facts = columns.filter((column) => column !== actions)
  return (
    <Records label={label} stale={stale}>
      {rows.map((row) => (
        <Record
          key={rowKey(row)}
          facts={facts.map(({ title, cell }) => ({ name: title, value: cell(row) }))}
          actions={actions?.cell(row)}
        />
      ))}
    </Records>
  )
}
