import type { ExportList } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callIdentity } from '../../../shared/http/call.ts'
import { CallFailure } from '../../../shared/http/envelope.ts'
import { reactToFailure } from '../../../shared/http/react-to-failure.ts'
import { requestBytes } from '../../../shared/http/request.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'

const TIMEOUT_MS = 120_000

/** The whole list as it is narrowed now, as a file for spreadsheets. */
export function ExportButton({ list, filters }: { list: ExportList; filters: Readonly<Record<string, string | undefined>> }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { withStepUp, dialog } = useStepUp()

  const fetchFile = () => requestBytes('/admin_export', callIdentity(), {
    query: { list, ...filters }, accept: 'text/csv, application/json', timeoutMs: TIMEOUT_MS,
  })
  const run = async () => {
    setBusy(true)
    try {
      const bytes = await withStepUp(fetchFile)
      const name = `${list}-${new Date().toISOString().slice(0, 10)}.csv`
      saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv' }), name)
      showToast(t('admin.frame.exported', { name }))
    } catch (error) {
      if (error instanceof CallFailure) reactToFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button look="outlined" disabled={busy} aria-busy={busy} onClick={() => void run()}>
        <Icon name="download" /> {t(busy ? 'admin.frame.exporting' : 'admin.frame.export')}
      </Button>
      {dialog}
    </>
  )
}
