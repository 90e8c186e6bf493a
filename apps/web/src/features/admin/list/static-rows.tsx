import type { Column } from '../../../shared/ui/table/data-table.tsx'
import { Rows } from './rows.tsx'

interface StaticRowsProps<Row> {
  readonly label: string
  readonly rows: readonly Row[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly empty: string
}

/** A list without pagination. */
export function StaticRows<Row>({ rows, error, onRetry, ...rest }: StaticRowsProps<Row>) {
  return (
    <Rows
      {...rest}
      query={{ data: rows && { list: rows, total: rows.length }, error, isPlaceholderData: false, refetch: onRetry }}
    />
  )
}
