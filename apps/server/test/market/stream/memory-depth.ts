import { Book, BookChangesBuilder, encodeDepthFrame } from '@flowprint/orderflow'
import type { BookSide, DepthFrame } from '@flowprint/orderflow'
import { depthTopic } from '../../../src/platform/bus/index.ts'
import type { Bus, DepthState } from '../../../src/platform/bus/index.ts'
import type { DepthHead, DepthStore, StoredDepthFrame } from '../../../src/market/store/index.ts'
import { LTC } from './memory-tape.ts'

/** Side, tick, quantity. */
export type LevelChange = readonly [BookSide, number, number]

interface Entry extends StoredDepthFrame {
  readonly frame: DepthFrame
}

/** The depth log of one instrument in memory: the simplest one, for tests of the layers above the store. */
export class MemoryDepth {
  instrument = LTC
  log: Entry[] = []
  /** Entries up to this one are evicted. */
  evicted = 0
  /** Suppresses bus messages while true, like lost notifications. */
  mute = false
  state: DepthState = 'proven'
  /** Every call of the store fails with this error. */
  failure: Error | null = null
  /** Calls of readFrames. */
  reads = 0
  readonly book = new Book()
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  get lastSeq(): number {
    return this.log.at(-1)?.seq ?? 0
  }

  /** A run starts at `t` with these levels. */
  start(t: number, levels: readonly LevelChange[], reason = ''): void {
    this.book.clear()
    this.book.setWindow({ low: 0, high: 1_000_000 })
    for (const [side, tick, lots] of levels) this.book.set(side, tick, lots)
    this.#commit('start', t, { snapshot: this.book.snapshot(t), reason })
  }

  /** One commit: changes at `t`, known until just after it. */
  change(t: number, levels: readonly LevelChange[]): void {
    const builder = new BookChangesBuilder()
    if (levels.length > 0) builder.startEvent(t)
    for (const [side, tick, lots] of new Map(levels.map((level) => [`${level[0]} ${level[1]}`, level])).values()) {
      this.book.set(side, tick, lots)
      builder.push(side, tick, lots)
    }
    this.#commit('changes', t + 1, { changes: builder.build() })
  }

  end(reason: string): void {
    this.#commit('end', this.log.at(-1)?.until ?? 0, { reason })
  }

  status(state: DepthState): void {
    this.state = state
    this.#bus.publish(depthTopic(this.instrument.symbol), {
      kind: 'depthStatus',
      symbol: this.instrument.symbol,
      state,
      reason: '',
    })
  }

  /** The frames of the log, as sent. */
  frames(afterSeq = 0): DepthFrame[] {
    return this.log.filter(({ seq }) => seq > afterSeq).map(({ frame }) => frame)
  }

  asStore(): DepthStore {
    const store: Partial<DepthStore> = {
      readHead: async (_instrument, cut) => this.#found(this.#head(cut)),
      readFrames: async (_instrument, fromSeq, { limit, cut = Infinity }) => {
        this.reads += 1
        if (fromSeq < this.evicted || fromSeq > this.lastSeq) return this.#found(null)
        return this.#found(this.log.filter(({ seq, until }) => seq > fromSeq && until <= cut).slice(0, limit))
      },
      readBook: async (_instrument, { cut = Infinity } = {}) => {
        const entries = this.log.filter(({ until }) => until <= cut)
        const book = bookOf(entries.map(({ frame }) => frame))
        const last = entries.at(-1)
        if (book === null || last === undefined) return this.#found(null)
        const { seq, until, frame } = last
        const { proof, qtyUnit } = frame
        return this.#found({ snapshot: book.snapshot(until), seq, until, proof, qtyUnit })
      },
    }
    return store as DepthStore
  }

  #found<T>(value: T): T {
    if (this.failure !== null) throw this.failure
    return value
  }

  #head(cut = Infinity): DepthHead | null {
    const first = this.log.at(0)
    if (first === undefined) return null
    const last = this.log.findLast(({ until }) => until <= cut)
    return {
      mode: 'columns',
      lastSeq: last?.seq ?? 0,
      fromMs: last === undefined ? null : first.until,
      untilMs: last?.until ?? null,
      qtyUnit: first.frame.qtyUnit,
      step: null,
      proof: 'proven',
      state: this.state,
      reason: '',
    }
  }

  #commit(
    kind: DepthFrame['kind'],
    until: number,
    content: Partial<Pick<DepthFrame, 'snapshot' | 'changes' | 'reason'>>,
  ): void {
    const { symbol } = this.instrument
    const seq = this.lastSeq + 1
    const frame: DepthFrame = {
      symbol,
      kind,
      seq,
      proof: 'proven',
      qtyUnit: '0.001',
      until,
      window: this.book.window,
      snapshot: null,
      changes: null,
      reason: '',
      ...content,
    }
    const bytes = encodeDepthFrame(frame)
    this.log.push({ seq, until, bytes, frame })
    if (!this.mute) this.#bus.publish(depthTopic(symbol), { kind: 'depth', symbol, seq, until, frame: bytes })
  }
}

/** The book that frames lead to; null: no run is open, or none began within them. */
export function bookOf(frames: readonly DepthFrame[], book = new Book()): Book | null {
  let isKnown = false
  for (const { kind, snapshot, changes } of frames) {
    if (snapshot !== null) {
      book.load(snapshot)
      isKnown = true
    }
    if (changes !== null) book.apply(changes)
    if (kind === 'end') isKnown = false
  }
  return isKnown ? book : null
}
