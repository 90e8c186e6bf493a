import type { FrameSink } from '../adapter.ts'

/** Parses a message as an object; null for anything else: greetings, plain-text pongs, garbage. */
export function rawMessage(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return rawObject(value)
  } catch {
    return null
  }
}

/** The value if it is an object, else null; lists are not objects here. */
export function rawObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** The value if it is a list, else null. */
export function rawList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

/** ISO time with any number of decimals as ms, floored; NaN if invalid. */
export function isoMs(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

/** The venue's clock for FrameSink.alive: null if the message has no valid one. */
export function clockOf(value: unknown): number | null {
  const ms = isoMs(value)
  return ms > 0 ? ms : null
}

/**
 * Handles a text that is not a valid message: reports a fault if it contains a trade key (a truncated message);
 * otherwise leaves it to ccxt.
 */
export function brokenTrades(text: string, key: string, sink: FrameSink): boolean {
  if (!text.includes(key)) return false
  sink.fault('trade message is not valid JSON')
  return true
}
