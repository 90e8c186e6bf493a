import type { FakeAnswer } from '../fake-venue.ts'

/** A JSON response. */
export function json(value: unknown, status = 200): FakeAnswer {
  return { status, body: JSON.stringify(value) }
}

/** Parses a client's message; null if it is not JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** ISO time with microseconds; the sub-ms part comes from the trade's index, so that times ascend within a ms. */
export function isoMicros(ms: number, index: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(index % 1000).padStart(3, '0')}Z`
}
