import { callAs } from './people.ts'

/** Moves the time of a server away from the machine's. */
export async function moveClock(url: string, offsetMs: number): Promise<void> {
  const { code, message } = await callAs(url, '/dev/clock', { body: { offset_ms: offsetMs } })
  if (code !== 200) throw new Error(`the clock stands still: ${code} ${message}`)
}
