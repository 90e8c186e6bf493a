import type { FakeAnswer } from '../fake-venue.ts'

/** A JSON answer. */
export function json(value: unknown, status = 200): FakeAnswer {
  return { status, body: JSON.stringify(value) }
}

/** What a client sent, or null where it is no JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** ISO time with microseconds; those below the ms come from the trade's position, so that they ascend within a ms. */
export function isoMicros(ms: number, index: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(index % 1000).padStart(3, '0')}Z`
}
