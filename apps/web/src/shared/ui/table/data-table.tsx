import type { ReactNode } from 'react'
import { BaseTable } from 'tdesign-react/es/table'
import { Kit } from '../form/kit.tsx'
import './table.css'

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
}

/** TDesign's table; always imported lazily. */
export function DataTable<Row>({ rows, rowKey, columns, stale }: DataTableProps<Row>) {
  const data = rows.map((row) => ({ key: rowKey(row), row }))
  return (
    <Kit>
      <div className="data-table" aria-busy={stale}>
        <BaseTable<{ key: string | number; row: Row }>
          rowKey="key"
          data={data}
          tableLayout="auto"
          hover
          columns={columns.map(({ key, title, align, width, cell }) => ({
            colKey: key,
            title,
            align: align ?? 'left',
            width,
            cell: ({ row }) => cell(row.row),
          }))}
        />
      </div>
    </Kit>
  )
}
