import { callIdentity } from '../../../../shared/http/call.ts'
import { requestBytes } from '../../../../shared/http/request.ts'
import type { Selection } from '../../model/selection.ts'

/** Creating a file may take long. */
const EXPORT_MS = 10 * 60_000

/** "DEMO-BTCUSD-5m-10": file name of a chart, without extension. */
export function fileName({ symbol, cycle, precision }: Selection): string {
  return `${symbol.replace(/[^\w.]+/g, '-')}-${cycle}-${precision}`
}

/** "20250621T120000Z" */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** Loads a file of /export. Uses a call, since a plain link cannot carry the token. Throws CallFailure. */
export async function loadExport(
  query: Selection & { readonly from: number; readonly to: number; readonly what: 'trades' | 'bars' },
): Promise<Blob> {
  const bytes = await requestBytes('/export', callIdentity(), {
    query: { ...query },
    accept: 'text/csv',
    timeoutMs: EXPORT_MS,
  })
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv' })
}
