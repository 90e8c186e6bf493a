import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '../../shared/ui/pager.tsx'
import { Shortened } from '../../shared/ui/shortened.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { Tag } from '../../shared/ui/tag.tsx'

const ROWS = ['BTC/USD', 'ETH/USD', 'SOL/USD'].map((symbol, id) => ({
  id,
  symbol,
  price: (87_696.2 / 30 ** id).toFixed(2),
}))

export function SampleTable() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  return (
    <>
      <DataTable
        rows={ROWS}
        rowKey={({ id }) => id}
        columns={[
          { key: 'symbol', title: t('style.symbol'), cell: ({ symbol }) => symbol },
          { key: 'price', title: t('style.price'), align: 'right', cell: ({ price }) => price },
          { key: 'id', title: 'ID', cell: ({ id }) => <Shortened text={String(id + 1).repeat(40)} what="ID" /> },
          { key: 'status', title: t('style.status'), cell: () => <Tag tone="good">{t('style.tag')}</Tag> },
        ]}
      />
      <Pager page={page} size={3} total={9} onPage={setPage} />
    </>
  )
}
