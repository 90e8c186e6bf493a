import { callIdentity } from './http/call.ts'
import { requestBytes } from './http/request.ts'
import { saveFile } from './save-file.ts'

/** A whole list may take its time. */
const TIMEOUT_MS = 120_000

/** Fetches a list as a file for spreadsheets and hands it over; answers its name. Failures are thrown as of every call. */
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
