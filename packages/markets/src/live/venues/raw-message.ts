import type { FrameSink } from '../reader.ts'

/** A message as an object, or null where the text is none: greetings, pongs in plain text, garbage. */
export function rawMessage(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return rawObject(value)
  } catch {
    return null
  }
}

/** The value if it is an object, else null; a list is none. */
export function rawObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** The value if it is a list, else null. */
export function rawList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

/** ISO time with any number of decimals as ms, floored; NaN where it is none. */
export function isoMs(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

/** The venue's clock for FrameSink.alive: null where the message carries none that can be read. */
export function clockOf(value: unknown): number | null {
  const ms = isoMs(value)
  return ms > 0 ? ms : null
}

/**
 * What a reader answers to a text that is no message: a fault where it holds the key of a trade (one that broke off), and
 * otherwise nothing: it is ccxt's.
 */
export function brokenTrades(text: string, key: string, sink: FrameSink): boolean {
  if (!text.includes(key)) return false
  sink.fault('a message of trades is no JSON')
  return true
}
