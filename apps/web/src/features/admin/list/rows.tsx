import { useTranslation } from 'react-i18next'
import { Empty, Failed, Loading } from '../../../shared/ui/page/states.tsx'
import { Pager } from '../../../shared/ui/pager.tsx'
import { DataTable, type Column } from '../../../shared/ui/table/data-table.tsx'
import { NARROW, useMedia } from '../../../shared/ui/use-media.ts'
import { Cards } from './cards.tsx'
import { PAGE_SIZES } from './use-list.ts'
import { Select } from '../../../shared/ui/select.tsx'

interface Answer<Row> {
  readonly list: readonly Row[]
  readonly total: number
  /** Absent: the whole list. */
  readonly page_cur?: number
  readonly page_size?: number
  readonly capped?: boolean
}

/** The part of a query result that a list needs. */
interface ListQuery<Row> {
  readonly data: Answer<Row> | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly refetch: () => unknown
}

interface RowsProps<Row> {
  /** Accessible name of the list. */
  readonly label: string
  readonly query: ListQuery<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  readonly onPage?: (page: number) => void
  readonly onSize?: (size: string) => void
  /** Replaces "nothing matches". */
  readonly empty?: string
}

/** A list in all states: loading, failed, empty, loaded. A table; on a phone a card per row. */
export function Rows<Row>({ label, query, columns, rowKey, onPage, onSize, empty }: RowsProps<Row>) {
  const { t } = useTranslation()
  const isNarrow = useMedia(NARROW)
  const { data, error, isPlaceholderData } = query
  if (!data)
    return error ? (
      <Failed title={t('admin.frame.failed')} error={error} onRetry={query.refetch} />
    ) : (
      <Loading count={8} />
    )
  return (
    <>
      {data.list.length === 0 && <Empty title={empty ?? t('admin.frame.empty')} />}
      {data.list.length > 0 && isNarrow && (
        <Cards label={label} rows={data.list} rowKey={rowKey} columns={columns} stale={isPlaceholderData} />
      )}
      {data.list.length > 0 && !isNarrow && (
        <DataTable rows={data.list} rowKey={rowKey} columns={columns} stale={isPlaceholderData} scrolls={label} />
      )}
      {data.total > 0 && onPage && onSize && data.page_cur !== undefined && data.page_size !== undefined && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2" data-screen="">
          <PageSize size={data.page_size} onSize={onSize} />
          <div className="flex-1">
            <Pager page={data.page_cur} size={data.page_size} total={data.total} capped={data.capped} onPage={onPage} />
          </div>
        </div>
      )}
    </>
  )
}

function PageSize({ size, onSize }: { size: number; onSize: (size: string) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('admin.frame.perPage')}
      value={size}
      options={PAGE_SIZES.map((value) => ({ value, label: t('admin.frame.perPageOf', { size: value }) }))}
      onChange={onSize}
    />
  )
}
