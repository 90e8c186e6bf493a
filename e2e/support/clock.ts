import { callAs } from './accounts.ts'

/** Sets the offset of a server's clock from the machine's. */
export async function setClockOffset(url: string, offsetMs: number): Promise<void> {
  const { code, message } = await callAs(url, '/dev/clock', { body: { offset_ms: offsetMs } })
  if (code !== 200) throw new Error(`the clock could not be moved: ${code} ${message}`)
}
