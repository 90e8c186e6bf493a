import { readShared, sharedFiles } from '@flowprint/testkit'
import { WRITTEN } from './written.ts'
import type { Recording } from './written.ts'

export interface Session extends Recording {
  readonly name: string
  /** Handwritten for these tests, not received from the venue. */
  readonly isWritten: boolean
}

/** The handwritten session of a venue, and a recorded one if the optional market data has it. */
export function sessionsOf(venue: keyof typeof WRITTEN): Session[] {
  const written: Session = { name: 'the written session', isWritten: true, ...WRITTEN[venue] }
  const path = `data/ws/cryptofeed_${venue}.jsonl.zst`
  if (sharedFiles([path], `tests on the recorded session of ${venue}`) === null) return [written]
  return [written, { name: 'the recorded session', isWritten: false, ...parseRecording(readShared(path) as string) }]
}

/** Parses a session stored as one `{t, data, ...}` per line. */
function parseRecording(text: string): Recording {
  const addresses = new Map<string, string>()
  const frames: { address: string; text: string }[] = []
  const answers: { url: string; text: string }[] = []
  for (const line of text.trim().split('\n')) {
    const { t, conn, addr, url, data } = JSON.parse(line) as Record<string, string>
    if (t === 'connect') addresses.set(conn, addr)
    else if (t === 'http') answers.push({ url, text: data })
    else if (t === 'recv') frames.push({ address: addresses.get(conn) ?? '', text: data })
  }
  return { frames, answers }
}
