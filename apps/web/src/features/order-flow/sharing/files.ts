import { callIdentity } from '../../../shared/http/call.ts'
import { requestBytes } from '../../../shared/http/request.ts'
import type { Selection } from '../model/selection.ts'

/** A file may be long in coming. */
const EXPORT_MS = 10 * 60_000

/** "DEMO-BTCUSD-5m-10": what a file of a chart is called, without its ending. */
export function fileName({ symbol, cycle, precision }: Selection): string {
  return `${symbol.replace(/[^\w.]+/g, '-')}-${cycle}-${precision}`
}

/** "20250621T120000Z" */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** The file of /export. Through a call and not a plain link, which could not say who asks. Throws CallFailure. */
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
