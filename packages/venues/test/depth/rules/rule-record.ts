import { rawMessage } from '../../../src/live/venues/raw-message.ts'
import type { BookRule, BookSink, RawLevels } from '../../../src/depth/book-rule.ts'

type Side = Map<string, string>

/** Records everything a rule finds and keeps the book as texts, price to quantity: the slow, obvious version. */
export class RuleRecord implements BookSink {
  /** One line per call: 'snapshot', 'snapshot: <restart>', 'changes', 'ignored', 'lost: <reason>'. */
  readonly notes: string[] = []
  readonly times: number[] = []
  readonly bids: Side = new Map()
  readonly asks: Side = new Map()
  /** Removals of levels that the book did not have. */
  unknownRemovals = 0

  snapshot(t: number, levels: RawLevels, restart?: string): void {
    this.notes.push(restart === undefined ? 'snapshot' : `snapshot: ${restart}`)
    this.bids.clear()
    this.asks.clear()
    this.#apply(t, levels)
  }

  changes(t: number, levels: RawLevels): void {
    this.notes.push('changes')
    this.#apply(t, levels)
  }

  lost(reason: string): void {
    this.notes.push(`lost: ${reason}`)
  }

  ignored(): void {
    this.notes.push('ignored')
  }

  needsSnapshot(): void {
    this.notes.push('needsSnapshot')
  }

  /** Levels from the touch, as 'price x quantity'. */
  shown(side: 'bids' | 'asks', count = Infinity): string[] {
    return sorted(this[side], side)
      .slice(0, count)
      .map(([price, qty]) => `${price} x ${qty}`)
  }

  isCrossed(): boolean {
    const [bid] = sorted(this.bids, 'bids')
    const [ask] = sorted(this.asks, 'asks')
    return bid !== undefined && ask !== undefined && Number(bid[0]) >= Number(ask[0])
  }

  /** Removes all but the best levels of each side. */
  truncate(depth: number): void {
    for (const side of ['bids', 'asks'] as const) {
      for (const [price] of sorted(this[side], side).slice(depth)) this[side].delete(price)
    }
  }

  #apply(t: number, { bids, asks }: RawLevels): void {
    this.times.push(t)
    for (const [price, qty] of bids) this.#set(this.bids, price, qty)
    for (const [price, qty] of asks) this.#set(this.asks, price, qty)
  }

  #set(side: Side, price: string, qty: string): void {
    if (Number(qty) > 0) side.set(price, qty)
    else if (!side.delete(price)) this.unknownRemovals += 1
  }
}

export function sorted(side: ReadonlyMap<string, string>, name: 'bids' | 'asks'): [string, string][] {
  const direction = name === 'asks' ? 1 : -1
  return [...side].sort((a, b) => direction * (Number(a[0]) - Number(b[0])))
}

export const RECEIVED_AT_MS = 1_790_000_000_000

/** Reads messages in sequence, as objects or as the texts received. */
export function readMessages(
  rule: BookRule,
  messages: readonly (object | string)[],
  record = new RuleRecord(),
  parse: (text: string) => Record<string, unknown> | null = rawMessage,
): RuleRecord {
  for (const message of messages) {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    const value = parse(text)
    if (value === null) throw new Error(`not a message: ${text.slice(0, 100)}`)
    rule.read({ text, value, receivedAtMs: RECEIVED_AT_MS }, record)
  }
  return record
}

/** The lines of a fixture, without empty ones. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
