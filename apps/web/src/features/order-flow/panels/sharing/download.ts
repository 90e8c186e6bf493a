import type { TFunction } from 'i18next'
import { failureText } from '../../../../shared/http/failure-text.ts'
import { saveFile } from '../../../../shared/save-file.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { compactTime, fileName, loadExport } from './files.ts'

/** Fetches a file of /export and saves it; shows failures. */
export async function download(t: TFunction, query: Parameters<typeof loadExport>[0]): Promise<void> {
  const { what, from, to } = query
  showToast(t('order.downloadMenu.started'))
  try {
    saveFile(await loadExport(query), `${fileName(query)}-${what}-${compactTime(from)}-${compactTime(to)}.csv`)
  } catch (error) {
    showToast(t('order.downloadMenu.failed', { reason: failureText(t, error) }))
  }
}
