import type { ClientMessage } from '@flowprint/contract'
import {
  ASK,
  BID,
  Book,
  BookChangesBuilder,
  composeColumns,
  type DepthColumns,
  type DepthFrame,
  encodeDepthFrame,
  foldColumns,
  SECOND_MS,
  type UnixMs,
} from '@flowprint/orderflow'
import type { DepthCalls } from '../../../src/workers/depth/depth-calls.ts'

export const SYMBOL = 'TEST:A'
const UNIT = '0.001'
const WINDOW = { low: 900, high: 1100 }
const STEP = 2

/** A market's depth log in memory, with the server's protocol: frames, the book, columns of the past. */
export class FakeDepth {
  readonly frames: DepthFrame[] = []
  readonly book = new Book()
  /** The first position that can still be resumed from. */
  firstSeq = 0
  /** The call that fails. */
  failing: string | null = null
  /** False: the server answers that there is no book. */
  hasBook = true
  /** Nothing is stored before, as in a market whose recording began then. */
  storedFrom = -Infinity
  readonly calls: string[] = []

  constructor(t: UnixMs) {
    for (let level = 0; level < 40; level++) {
      this.book.set(BID, 999 - level, 5 + level)
      this.book.set(ASK, 1001 + level, 7 + level)
    }
    this.book.setWindow(WINDOW)
    this.#push({ kind: 'start', until: t, snapshot: this.book.snapshot(t), changes: null })
  }

  get seq(): number {
    return this.frames.length
  }

  get until(): UnixMs {
    return this.frames[this.frames.length - 1].until
  }

  /** Commits changes at `t`, a moment before `until`; returns the frame of the stream. */
  change(
    levels: readonly (readonly [side: 0 | 1, tick: number, lots: number])[],
    t: UnixMs,
    until = t + 1,
  ): Uint8Array {
    const builder = new BookChangesBuilder()
    if (levels.length > 0) builder.startEvent(t)
    for (const [side, tick, lots] of levels) builder.push(side, tick, lots)
    const changes = builder.build()
    this.book.apply(changes)
    return this.#push({ kind: 'changes', until, snapshot: null, changes })
  }

  keyframe(t: UnixMs): Uint8Array {
    return this.#push({ kind: 'keyframe', until: t, snapshot: this.book.snapshot(t), changes: null })
  }

  /** Ends the run and begins the next one. */
  interrupt(t: UnixMs, againAt: UnixMs): Uint8Array[] {
    const end = this.#push({ kind: 'end', until: t, snapshot: null, changes: null, reason: 'gap' })
    this.book.set(BID, 990, 500)
    return [end, this.#push({ kind: 'start', until: againAt, snapshot: this.book.snapshot(againAt), changes: null })]
  }

  /** Columns of a range as the server answers. */
  columns(fromMs: UnixMs, toMs: UnixMs, intervalMs: number, step = STEP): DepthColumns {
    const fold = foldColumns(this.frames, {
      fromMs: Math.floor(fromMs / SECOND_MS) * SECOND_MS,
      toMs: Math.ceil(toMs / SECOND_MS) * SECOND_MS,
      step,
    })
    return composeColumns([fold], { intervalMs, fromMs, toMs })
  }

  /** The frames after a position, as the stream sends them. */
  framesAfter(seq: number): Uint8Array[] {
    return this.frames.slice(seq).map((frame) => encodeDepthFrame(frame))
  }

  readonly server: DepthCalls = {
    loadBook: async () => {
      this.#call('book')
      if (!this.hasBook) return null
      const last = this.frames[this.frames.length - 1]
      return {
        ...last,
        kind: 'keyframe',
        snapshot: this.book.snapshot(last.until),
        changes: null,
        window: this.book.window,
      }
    },
    loadDepth: async (_request, { from, to, intervalMs }) => {
      this.#call(`depth ${from} ${to} ${intervalMs}`)
      const start = Math.max(from, this.storedFrom)
      return { columns: this.columns(start, Math.max(start, to), intervalMs), qtyUnit: UNIT }
    },
    loadStoredFrom: async () => {
      this.#call('stored')
      return this.frames[0].until
    },
    loadTraded: async (_request, { from, to, step }) => {
      this.#call(`traded ${from} ${to} ${step}`)
      return { row: [1000 / step], bid: [3], ask: [4] }
    },
  }

  /** Answers a message of the client: what the stream sends to it. */
  answer(message: ClientMessage): { readonly resync: boolean; readonly frames: Uint8Array[] } | null {
    if (message.op !== 'subscribe_depth') return null
    const from = message.from_seq ?? this.seq
    return from < this.firstSeq ? { resync: true, frames: [] } : { resync: false, frames: this.framesAfter(from) }
  }

  #call(text: string): void {
    this.calls.push(text)
    if (this.failing !== null && text.startsWith(this.failing)) throw new Error('The call failed')
  }

  #push(part: Pick<DepthFrame, 'kind' | 'until' | 'snapshot' | 'changes'> & { readonly reason?: string }): Uint8Array {
    const frame: DepthFrame = {
      symbol: SYMBOL,
      seq: this.frames.length + 1,
      proof: 'proven',
      qtyUnit: UNIT,
      window: this.book.window,
      reason: '',
      ...part,
    }
    this.frames.push(frame)
    return encodeDepthFrame(frame)
  }
}
