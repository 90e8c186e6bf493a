import { callIdentity } from './http/call.ts'
import type { CallIdentity, CallOptions } from './http/request.ts'
import { saveFile } from './save-file.ts'

/** Creating a full list may take long. */
const OPTIONS: CallOptions = { accept: 'text/csv, application/json', timeoutMs: 120_000 }

/** Downloads a list as CSV; returns the file name. Failures are thrown as for every call. */
export async function downloadCsv(
  list: string,
  load: (identity: CallIdentity, options: CallOptions) => Promise<Uint8Array>,
): Promise<string> {
  const bytes = await load(callIdentity(), OPTIONS)
  const name = `${list}-${new Date().toISOString().slice(0, 10)}.csv`
  saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv' }), name)
  return name
}
