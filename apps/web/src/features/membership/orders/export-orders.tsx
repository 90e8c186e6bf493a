import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../../shared/save-file.ts'
import { CallFailure } from '../../../shared/http/envelope.ts'
import { reactToFailure } from '../../../shared/http/failures.ts'
import { requestBytes } from '../../../shared/http/request-file.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import type { OrderFilters } from './orders.ts'

/** Exports the user's filtered orders, all pages, as CSV. */
export function ExportOrders({ filters: { status, search } }: { filters: OrderFilters }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const name = await downloadCsv('orders', (identity, options) =>
        requestBytes('GET /my_orders_export', identity, {
          query: { status: status ?? undefined, transaction_id: search || undefined },
          ...options,
        }),
      )
      showToast(t('membership.orders.exported', { name }))
    } catch (error) {
      if (error instanceof CallFailure) reactToFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="outlined" size="large" loading={busy} onClick={() => void run()}>
      <Icon name="download" />
      {t(busy ? 'membership.orders.exporting' : 'membership.orders.export')}
    </Button>
  )
}
