import { tapeTopic } from '../../../platform/bus/index.ts'
import type { Bus, TapeEvent } from '../../../platform/bus/index.ts'
import type { TapePosition, TapeStore } from '../../store/index.ts'

/** A position that nothing has confirmed for this long is read again: the bus may lose messages. */
const CONFIRMED_MS = 2_000

interface Entry {
  /** As stored when the primary was last asked; null: unknown. */
  stored: TapePosition | null
  /** From events since the last `resync`. */
  seen: { lastSeq: number; watermark: number }
  /** In ms of `performance.now()`. */
  confirmedAt: number
  /** Incremented by `resync`: an answer that was asked for before it is outdated. */
  version: number
  loading: Promise<TapePosition | null> | null
}

/**
 * How far every market was written that callers of this process read, so that a replica can be compared without asking
 * the primary: the bus announces every commit before a stream can show it. The primary is asked for the first read of a
 * market, when the bus is silent or cut, and after `resync`.
 */
export class TapePositions {
  readonly #store: Pick<TapeStore, 'readPosition'>
  readonly #bus: Bus
  readonly #entries = new Map<string, Entry>()
  readonly #unsubscribe: (() => void)[] = []

  constructor(store: Pick<TapeStore, 'readPosition'>, bus: Bus) {
    this.#store = store
    this.#bus = bus
  }

  /** Null: the market is not stored. */
  async of(symbol: string): Promise<TapePosition | null> {
    const entry = this.#entries.get(symbol)
    if (entry !== undefined) return this.#isConfirmed(entry) ? positionOf(entry) : this.#load(symbol, entry)
    // Nothing is kept for symbols that callers make up.
    if ((await this.#store.readPosition(symbol)) === null) return null
    return this.#load(symbol, this.#entries.get(symbol) ?? this.#follow(symbol))
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#entries.clear()
  }

  #isConfirmed({ stored, confirmedAt }: Entry): boolean {
    return stored !== null && this.#bus.isConnected && performance.now() - confirmedAt < CONFIRMED_MS
  }

  #follow(symbol: string): Entry {
    const seen = { lastSeq: 0, watermark: -Infinity }
    const entry: Entry = { stored: null, seen, confirmedAt: -Infinity, version: 0, loading: null }
    this.#entries.set(symbol, entry)
    this.#unsubscribe.push(this.#bus.subscribe<TapeEvent>(tapeTopic(symbol), (event) => onEvent(entry, event)))
    return entry
  }

  #load(symbol: string, entry: Entry): Promise<TapePosition | null> {
    entry.loading ??= this.#read(symbol, entry).finally(() => (entry.loading = null))
    return entry.loading
  }

  async #read(symbol: string, entry: Entry): Promise<TapePosition | null> {
    const { version } = entry
    const askedAt = performance.now()
    const stored = await this.#store.readPosition(symbol)
    if (stored === null || version !== entry.version) return stored
    entry.stored = stored
    entry.confirmedAt = Math.max(entry.confirmedAt, askedAt)
    return positionOf(entry)
  }
}

function onEvent(entry: Entry, event: TapeEvent): void {
  if (event.kind === 'status') return
  if (event.kind === 'resync') {
    entry.stored = null
    entry.seen = { lastSeq: 0, watermark: -Infinity }
    entry.version += 1
    return
  }
  entry.seen.lastSeq = Math.max(entry.seen.lastSeq, event.kind === 'revision' ? event.seq : event.lastSeq)
  if (event.kind !== 'revision') entry.seen.watermark = Math.max(entry.seen.watermark, event.watermark)
  entry.confirmedAt = performance.now()
}

function positionOf({ stored, seen }: Entry): TapePosition | null {
  if (stored === null) return null
  const watermark = Math.max(stored.watermark ?? -Infinity, seen.watermark)
  return { lastSeq: Math.max(stored.lastSeq, seen.lastSeq), watermark: watermark === -Infinity ? null : watermark }
}
