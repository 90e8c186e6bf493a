import type { AdminExportQuery, ExportList } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadCsv } from '../../../shared/save-file.ts'
import { CallFailure } from '../../../shared/http/envelope.ts'
import { reactToFailure } from '../../../shared/http/failures.ts'
import { requestBytes } from '../../../shared/http/request-file.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'

/** Exports the filtered list as CSV. */
export function ExportButton({ list, filters }: { list: ExportList; filters: Omit<AdminExportQuery, 'list'> }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { withStepUp, dialog } = useStepUp()

  const run = async () => {
    setBusy(true)
    try {
      const name = await withStepUp(() =>
        downloadCsv(list, (identity, options) =>
          requestBytes('GET /admin_export', identity, { query: { list, ...filters }, ...options }),
        ),
      )
      showToast(t('admin.frame.exported', { name }))
    } catch (error) {
      if (error instanceof CallFailure) reactToFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="outlined" loading={busy} onClick={() => void run()}>
        <Icon name="download" /> {t(busy ? 'admin.frame.exporting' : 'admin.frame.export')}
      </Button>
      {dialog}
    </>
  )
}
