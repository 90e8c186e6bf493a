import { Book, BookChangesBuilder, MINUTE_MS } from '@flowprint/orderflow'
import type { BookSide, DepthFrame } from '@flowprint/orderflow'
import { openDepthStore } from '../../../../src/market/store/index.ts'
import type { DepthLease, DepthStore, Instrument } from '../../../../src/market/store/index.ts'
import { depthTopic } from '../../../../src/platform/bus/index.ts'
import type { Bus, DepthEvent } from '../../../../src/platform/bus/index.ts'
import { Leases } from '../../../../src/platform/lease/index.ts'
import { spec, testStore } from '../../../test-database.ts'
import type { TestStore } from '../../../test-database.ts'

export type NewFrame = Omit<DepthFrame, 'seq' | 'symbol'>

export interface DepthWorld {
  readonly tape: TestStore
  readonly depth: DepthStore
  /** Another process on the same database. */
  readonly openOther: () => DepthStore
  newInstrument(): Promise<Instrument>
  events(symbol: string): DepthEvent[]
  close(): Promise<void>
}

export async function depthWorld(): Promise<DepthWorld> {
  const tape = await testStore()
  const { pool, url } = tape.database
  const leases: Leases[] = []
  let count = 0
  const open = (bus: Bus): DepthStore => {
    const own = new Leases(url)
    leases.push(own)
    return openDepthStore({ pool, url, bus, leases: own, listInstruments: () => tape.store.listInstruments() })
  }
  return {
    tape,
    depth: open(tape.bus),
    openOther: () => open(tape.bus),
    newInstrument: () => tape.store.ensureInstrument(spec(`T:DEPTH${++count}`, { live: true })),
    events(symbol) {
      const list: DepthEvent[] = []
      tape.bus.subscribe<DepthEvent>(depthTopic(symbol), (event) => void list.push(event))
      return list
    },
    async close() {
      await Promise.all(leases.map((one) => one.close()))
      await tape.close()
    },
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface LogShape {
  readonly fromMs: number
  readonly toMs: number
  readonly everyMs: number
  readonly seed: number
  readonly qtyUnit?: string
  readonly reason?: string
  readonly withEnd?: boolean
}

/** A run of a random book around tick 20,000: a start, changes every so often, keyframes at full minutes. */
export function makeRun({
  fromMs,
  toMs,
  everyMs,
  seed,
  qtyUnit = '0.001',
  reason = '',
  withEnd = false,
}: LogShape): NewFrame[] {
  const random = randomOf(seed)
  const book = new Book()
  const low = 19_900
  const high = 20_100
  const window = { low, high }
  const levels = (count: number, direction: number): [Float64Array, Float64Array] => [
    Float64Array.from({ length: count }, (_, i) => 20_000 + (direction > 0 ? 1 : 0) + direction * i),
    Float64Array.from({ length: count }, () => 1 + Math.floor(random() * 50)),
  ]
  const [bidTicks, bidLots] = levels(60, -1)
  const [askTicks, askLots] = levels(60, 1)
  book.load({ t: fromMs, window, bidTicks, bidLots, askTicks, askLots })
  const frames: NewFrame[] = []
  const push = (kind: NewFrame['kind'], until: number, content: Partial<NewFrame> = {}): void =>
    void frames.push({
      kind,
      proof: 'proven',
      qtyUnit,
      until,
      window,
      snapshot: null,
      changes: null,
      reason: '',
      ...content,
    })
  push('start', fromMs, { snapshot: book.snapshot(fromMs), reason })
  for (let at = fromMs; at < toMs;) {
    const until = Math.min(toMs, at + everyMs, Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS)
    const builder = new BookChangesBuilder()
    let t = at
    for (let event = 0; event < 4; event++) {
      t += Math.floor(random() * ((until - at) / 5))
      builder.startEvent(t)
      for (let k = 0; k < 3; k++) {
        const side = (random() < 0.5 ? 0 : 1) as BookSide
        const distance = Math.floor(random() * 80)
        const tick = side === 0 ? 20_000 - distance : 20_001 + distance
        const lots = random() < 0.3 ? 0 : 1 + Math.floor(random() * 50)
        builder.push(side, tick, lots)
      }
    }
    const changes = builder.build()
    book.apply(changes)
    push('changes', until, { changes })
    if (until % MINUTE_MS === 0) push('keyframe', until, { snapshot: book.snapshot(until) })
    at = until
  }
  if (withEnd) push('end', toMs, { reason: 'connection lost' })
  return frames
}

export async function appendAll(depth: DepthStore, lease: DepthLease, frames: readonly NewFrame[]): Promise<void> {
  for (const frame of frames) await depth.append(lease, frame)
}

/** As stored, for the functions of the engine. */
export const numbered = (frames: readonly NewFrame[]): DepthFrame[] =>
  frames.map((frame, i) => ({ ...frame, symbol: 'T', seq: i + 1 }))
