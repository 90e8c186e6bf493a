import type { TFunction } from 'i18next'
import { formatFileTime } from '../../../../shared/format/chart-time.ts'
import { callIdentity } from '../../../../shared/http/call.ts'
import { failureText } from '../../../../shared/http/failure-text.ts'
import { requestBytes } from '../../../../shared/http/request.ts'
import { saveFile } from '../../../../shared/save-file.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import type { Selection } from '../../model/selection.ts'

/** Creating a file may take long. */
const EXPORT_MS = 10 * 60_000

/** "DEMO-BTCUSD-5m-10": file name of a chart, without extension. */
export function fileName({ symbol, cycle, precision }: Selection): string {
  return `${symbol.replace(/[^\w.]+/g, '-')}-${cycle}-${precision}`
}

/** Loads a file of /export. Uses a call, since a plain link cannot carry the token. Throws CallFailure. */
async function loadExport(
  query: Selection & { readonly from: number; readonly to: number; readonly what: 'trades' | 'bars' },
): Promise<Blob> {
  const bytes = await requestBytes('GET /export', callIdentity(), {
    query: { ...query },
    accept: 'text/csv',
    timeoutMs: EXPORT_MS,
  })
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv' })
}

/** Fetches a file of /export and saves it; shows failures. */
export async function download(t: TFunction, query: Parameters<typeof loadExport>[0]): Promise<void> {
  const { what, from, to } = query
  showToast(t('order.downloadMenu.started'))
  try {
    saveFile(await loadExport(query), `${fileName(query)}-${what}-${formatFileTime(from)}-${formatFileTime(to)}.csv`)
  } catch (error) {
    showToast(t('order.downloadMenu.failed', { reason: failureText(t, error) }))
  }
}
