import { callIdentity } from './http/call.ts'
import { requestBytes } from './http/request.ts'
import { saveFile } from './save-file.ts'

/** Creating a full list may take long. */
const TIMEOUT_MS = 120_000

/** Downloads a list as CSV; returns the file name. Failures are thrown as for every call. */
export async function downloadCsv(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  list: string,
): Promise<string> {
  const bytes = await requestBytes(path, callIdentity(), {
    query,
    accept: 'text/csv, application/json',
    timeoutMs: TIMEOUT_MS,
  })
  const name = `${list}-${new Date().toISOString().slice(0, 10)}.csv`
  saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv' }), name)
  return name
}
