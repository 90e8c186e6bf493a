import { describe, expect, it } from 'vitest'
import {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  emptyTrades,
  LiveBars,
  NO_ROW,
  NO_SUMS,
  sumsOfBars,
} from '@flowprint/orderflow'
import type { Answer, AnswerMeta, Frame, TailGap } from '@flowprint/orderflow'
import { TapeServer } from './tape-server.ts'
import type { TapeTrade } from './tape-server.ts'
import { MINUTE_MS } from '../../src/index.ts'

/** 2025-06-21T12:00:00Z */
const NOON = 1_750_507_200_000
let nextId = 0

function tradeAt(second: number, price = 100, qty = 1): TapeTrade {
  return { ts: NOON + second * 1000, price, qty, buy: true, id: nextId++ }
}

function serverWith(...seconds: number[]): TapeServer {
  const server = new TapeServer()
  for (const second of seconds) server.commit([tradeAt(second)])
  return server
}

/** What the stream sends behind `from`, each commit one message. */
function feed(live: LiveBars, server: TapeServer): void {
  for (const message of server.messages(live.lastSeq, (left) => left)) {
    if ('frame' in message) live.applyFrame(message.frame)
    else live.applyRevision(message.revision)
  }
}

const minutes = (): TapeServer => serverWith(1, 61, 121, 181, 241)

function withMeta(answer: Answer, meta: Partial<AnswerMeta>): Answer {
  return { ...answer, meta: { ...answer.meta, ...meta } }
}

function frame(firstSeq: number, lastSeq: number, more: Partial<Frame> = {}): Frame {
  return {
    symbol: 'TEST:X',
    tape: 'tape',
    instrumentVersion: 1,
    firstSeq,
    lastSeq,
    watermark: 0,
    trades: emptyTrades(),
    ...more,
  }
}

describe('bar [T, T + c) closes when the watermark reaches T + c + 2000 (stream rule 6)', () => {
  it.each([
    ['15s', 15_000, 16_999, BAR_OPEN],
    ['15s', 15_000, 17_000, BAR_COMPLETE],
    ['30s', 30_000, 31_999, BAR_OPEN],
    ['30s', 30_000, 32_000, BAR_COMPLETE],
    ['1m', 60_000, 61_999, BAR_OPEN],
    ['1m', 60_000, 62_000, BAR_COMPLETE],
    ['5m', 300_000, 301_999, BAR_OPEN],
    ['5m', 300_000, 302_000, BAR_COMPLETE],
  ])('%s: at T + %i + ... = T + %i the state is %i', (_name, cycleMs, after, state) => {
    const live = new LiveBars(serverWith(1).answer(cycleMs, 1, {}))
    expect(live.bars().state[0]).toBe(BAR_OPEN)
    const change = live.setWatermark(NOON + after)
    expect(live.bars().state[0]).toBe(state)
    expect(change.changedFrom).toBe(state === BAR_COMPLETE ? 0 : 1)
  })

  it('the clock never goes back', () => {
    const live = new LiveBars(serverWith(1).answer(MINUTE_MS, 1, {}))
    live.setWatermark(NOON + 62_000)
    live.setWatermark(NOON + 5_000)
    expect(live.watermark).toBe(NOON + 62_000)
    expect(live.bars().state[0]).toBe(BAR_COMPLETE)
  })

  it('without a live feed the watermark is infinity and the last bar is closed', () => {
    const server = serverWith(1, 30)
    server.watermark = Infinity
    const live = new LiveBars(server.answer(300_000, 1, {}))
    expect(Array.from(live.bars().state)).toEqual([BAR_COMPLETE])
    expect(live.watermark).toBe(Infinity)
  })

  it('an infinite clock closes everything', () => {
    const live = new LiveBars(serverWith(1).answer(300_000, 1, {}))
    live.setWatermark(null)
    expect(Array.from(live.bars().state)).toEqual([BAR_COMPLETE])
  })
})

describe('frames (stream rule 3)', () => {
  it('a frame that starts later reports the gap and applies nothing', () => {
    const server = serverWith(1)
    const live = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    server.commit([tradeAt(2)])
    server.commit([tradeAt(3)])
    const second = server.messages(2, (left) => left)[0]
    const change = 'frame' in second ? live.applyFrame(second.frame) : null
    expect(change).toMatchObject({ gap: 1, changedFrom: 1 })
    expect(live.bars().trades[0]).toBe(1)
    feed(live, server)
    expect(live.bars().trades[0]).toBe(3)
  })

  it('the overlap of a frame is dropped trade by trade', () => {
    const server = serverWith(1)
    const live = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    server.commit([tradeAt(2)])
    feed(live, server)
    server.commit([tradeAt(3)])
    const both = { ...frame(2, 3), watermark: NOON + 3000, trades: server.tape() }
    live.applyFrame(both)
    live.applyFrame(both)
    expect(live.bars().trades[0]).toBe(3)
    expect(live.lastSeq).toBe(3)
  })

  it('a frame of another tape or instrument version asks for a reload', () => {
    const live = new LiveBars(serverWith(1).answer(MINUTE_MS, 1, {}))
    expect(live.applyFrame(frame(2, 1, { tape: 'other' })).reload).toBe(true)
    expect(live.applyFrame(frame(2, 1, { instrumentVersion: 2 })).reload).toBe(true)
    expect(live.load(withMeta(serverWith(1).answer(MINUTE_MS, 1, {}), { tape: 'other' })).reload).toBe(true)
    expect(live.bars().length).toBe(1)
  })

  it('a trade of a minute that is closed is not counted but asked for', () => {
    const server = serverWith(1, 70)
    const live = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    const late = tradeAt(5)
    server.revise([late])
    const trades = server.answer(MINUTE_MS, 1, {}).tail
    const wrong = {
      ...frame(3, 3),
      watermark: NOON + 70_000,
      trades: { ...(trades ?? emptyTrades()), ts: Float64Array.of(late.ts), seq: Float64Array.of(3) },
    }
    const change = live.applyFrame(wrong)
    expect(change.refetch).toEqual([{ from: NOON, to: null }])
    expect(live.bars().trades[0]).toBe(1)
    live.load(server.answer(MINUTE_MS, 1, { from: NOON }))
    expect(Array.from(live.bars().trades)).toEqual([2, 1])
    expect(live.stale()).toEqual([])
  })

  it('a trade that comes before more than 512 others of its minute finds its place', () => {
    const server = serverWith(0)
    const live = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    server.commit(Array.from({ length: 700 }, (_, i) => tradeAt(1 + i / 100, 100 + (i % 7))))
    feed(live, server)
    server.watermark = 0
    server.commit([tradeAt(0.5, 50)])
    server.commit([tradeAt(9, 60)])
    server.watermark = NOON + 9000
    feed(live, server)
    const whole = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    expect(live.bars()).toEqual(whole.bars())
    expect(live.bars().open[0]).toBe(100)
    expect(live.bars().low[0]).toBe(50)
  })
})

describe('revisions (stream rule 4)', () => {
  it('of closed bars ask for the bars they overlap', () => {
    const live = new LiveBars(minutes().answer(2 * MINUTE_MS, 1, {}))
    const change = live.applyRevision({ seq: 6, from: NOON + MINUTE_MS, to: NOON + 2 * MINUTE_MS })
    expect(change.refetch).toEqual([{ from: NOON, to: NOON + 2 * MINUTE_MS }])
    expect(live.stale()).toEqual(change.refetch)
  })

  it('that reach the open bar ask for everything from there on', () => {
    const live = new LiveBars(minutes().answer(2 * MINUTE_MS, 1, {}))
    const change = live.applyRevision({ seq: 6, from: NOON + 4 * MINUTE_MS, to: NOON + 5 * MINUTE_MS })
    expect(change.refetch).toEqual([{ from: NOON + 2 * MINUTE_MS, to: null }])
  })

  it('that a page holds already change nothing for it', () => {
    const server = minutes()
    const live = new LiveBars(server.answer(MINUTE_MS, 1, { limit: 1 }))
    server.revise([tradeAt(5)])
    live.load(server.answer(MINUTE_MS, 1, { to: live.loadedFrom ?? 0 }))
    expect(live.applyRevision({ seq: 6, from: NOON, to: NOON + MINUTE_MS }).refetch).toEqual([])
  })

  it('that passed while an older page was on its way make that page stale', () => {
    const server = minutes()
    const live = new LiveBars(server.answer(MINUTE_MS, 1, { limit: 1 }))
    const page = server.answer(MINUTE_MS, 1, { to: live.loadedFrom ?? 0 })
    server.revise([tradeAt(5)])
    feed(live, server)
    expect(live.stale()).toEqual([])
    expect(live.load(page).refetch).toEqual([{ from: NOON, to: NOON + MINUTE_MS }])
    live.load(server.answer(MINUTE_MS, 1, { from: NOON, to: NOON + MINUTE_MS }))
    expect(live.bars().trades[0]).toBe(2)
    expect(live.stale()).toEqual([])
  })

  it('outside the loaded range are ignored', () => {
    const server = minutes()
    const live = new LiveBars(server.answer(MINUTE_MS, 1, { limit: 1 }))
    expect(live.applyRevision({ seq: 6, from: NOON, to: NOON + MINUTE_MS }).refetch).toEqual([])
  })

  it('that start behind a missing entry report the gap; one message may stand for several entries', () => {
    const live = new LiveBars(minutes().answer(MINUTE_MS, 1, {}))
    expect(live.applyRevision({ seq: 8, from: NOON, to: NOON + MINUTE_MS }).gap).toBe(5)
    expect(live.applyRevision({ seq: 8, first_seq: 6, from: NOON, to: NOON + MINUTE_MS }).gap).toBe(null)
    expect(live.applyRevision({ seq: 10, firstSeq: 9, from: NOON, to: NOON + MINUTE_MS }).gap).toBe(null)
    expect(live.lastSeq).toBe(10)
  })

  it('an answer that left before a newer one cannot undo it', () => {
    const server = minutes()
    const live = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    server.revise([tradeAt(5)])
    const older = server.answer(MINUTE_MS, 1, { from: NOON, to: NOON + MINUTE_MS })
    server.revise([tradeAt(6)])
    const newer = server.answer(MINUTE_MS, 1, { from: NOON, to: NOON + MINUTE_MS })
    feed(live, server)
    live.load(newer)
    live.load(older)
    expect(live.bars().trades[0]).toBe(3)
    expect(live.stale()).toEqual([])
  })

  it('of two bars with the same knowledge the one with the higher revision stays', () => {
    const server = minutes()
    const answer = server.answer(MINUTE_MS, 1, {})
    const bars = { ...answer.bars, revision: answer.bars.revision.map(() => 7) }
    const live = new LiveBars({ ...answer, bars })
    live.load(server.answer(MINUTE_MS, 1, { from: NOON, to: NOON + MINUTE_MS }))
    expect(Array.from(live.bars().revision)).toEqual([7, 7, 7, 0, 0])
  })

  it('an answer made before the client closed a minute is asked for again', () => {
    const server = minutes()
    const live = new LiveBars(server.answer(5 * MINUTE_MS, 1, {}))
    server.revise([tradeAt(5)])
    feed(live, server)
    const early = server.answer(5 * MINUTE_MS, 1, { from: NOON })
    server.commit([tradeAt(302)])
    feed(live, server)
    expect(live.load(early).refetch).toEqual([{ from: NOON, to: null }])
    expect(Array.from(live.bars().trades)).toEqual([5, 1])
    live.load(server.answer(5 * MINUTE_MS, 1, { from: NOON }))
    expect(Array.from(live.bars().trades)).toEqual([6, 1])
  })
})

describe('pages', () => {
  it('older pages come before the loaded bars, with their CVD and the sums of their VWAP', () => {
    const server = serverWith(1, 61, 121, 181, 241)
    const live = new LiveBars(server.answer(MINUTE_MS, 1, { limit: 1 }))
    expect(live.cvdOpen).toBe(2)
    const before = server.answer(MINUTE_MS, 1, {}).bars
    expect(live.vwapOpen).toEqual(sumsOfBars(before, 0, 2))
    const change = live.load(server.answer(MINUTE_MS, 1, { to: live.loadedFrom ?? 0 }))
    expect(change).toMatchObject({ changedFrom: 0, prepended: 2 })
    expect(live.cvdOpen).toBe(0)
    expect(live.vwapOpen).toEqual(NO_SUMS)
    expect(live.loadedFrom).toBe(null)
    expect(Array.from(live.bars().t, (t) => (t - NOON) / MINUTE_MS)).toEqual([0, 1, 2, 3, 4])
  })

  it('a page that leaves a gap is refused', () => {
    const server = serverWith(1, 61, 121, 181, 241)
    const live = new LiveBars(server.answer(MINUTE_MS, 1, { limit: 1 }))
    expect(() => live.load(server.answer(MINUTE_MS, 1, { to: NOON + MINUTE_MS }))).toThrow(RangeError)
  })

  it('bars of another cycle or step are refused', () => {
    const server = serverWith(1, 61)
    const live = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    expect(() => live.load(server.answer(2 * MINUTE_MS, 1, {}))).toThrow(RangeError)
    expect(() => live.load(server.answer(MINUTE_MS, 10, {}))).toThrow(RangeError)
  })

  it('closed bars are not copied by a frame', () => {
    const server = serverWith(...Array.from({ length: 200 }, (_, i) => i * 60))
    const live = new LiveBars(server.answer(MINUTE_MS, 1, {}))
    const before = live.bars()
    server.commit([tradeAt(199 * 60 + 1)])
    feed(live, server)
    const after = live.bars()
    expect(after.row.buffer).toBe(before.row.buffer)
    expect(after.length).toBe(200)
  })
})

describe('the open bar (stream rule 5)', () => {
  it('with a native open bar the raw point of control stays exact, without it is unknown', () => {
    const server = serverWith()
    server.commit([tradeAt(1, 103, 5), tradeAt(2, 107, 2)])
    server.commit([tradeAt(65, 107, 4)])
    const native = new LiveBars(server.answer(300_000, 10, { native: true }), { native: true })
    const grouped = new LiveBars(server.answer(300_000, 10, {}))
    expect(native.bars().rawPoc[0]).toBe(107)
    expect(grouped.bars().rawPoc[0]).toBe(NO_ROW)
    const young = serverWith(1)
    expect(new LiveBars(young.answer(300_000, 10, {})).bars().rawPoc[0]).toBe(NO_ROW)
    expect(new LiveBars(young.answer(300_000, 1, {})).bars().rawPoc[0]).toBe(100)
    expect(native.bars().row).toEqual(grouped.bars().row)
  })

  it('folding a minute whose bars are closed changes none of them', () => {
    const server = serverWith(0)
    const live = new LiveBars(server.answer(15_000, 10, {}))
    server.commit(Array.from({ length: 700 }, (_, i) => tradeAt(i / 100, 100 + (i % 37))))
    server.commit([tradeAt(10, 120)])
    feed(live, server)
    live.setWatermark(NOON + 20_000)
    const before = structuredClone(live.bars())
    expect(live.setWatermark(NOON + 62_000).changedFrom).toBe(1)
    expect(live.bars()).toEqual(before)
  })

  it.each<[TailGap['state'], number]>([
    ['incomplete', BAR_INCOMPLETE],
    ['repairing', BAR_REPAIRING],
  ])('a gap in the tail that is %s shows when its bar closes', (state, expected) => {
    const server = serverWith(1, 61, 70)
    const gap = { from: NOON + 61_000, to: NOON + 70_000, state }
    const live = new LiveBars(withMeta(server.answer(MINUTE_MS, 1, {}), { tail_gaps: [gap] }))
    expect(Array.from(live.bars().state)).toEqual([BAR_COMPLETE, BAR_OPEN])
    live.setWatermark(NOON + 122_000)
    expect(Array.from(live.bars().state)).toEqual([BAR_COMPLETE, expected])
  })

  it.each([
    [0, BAR_COMPLETE],
    [7, BAR_INCOMPLETE],
  ])('the first bar of a tape that begins with a frame %i s into the minute has state %i', (second, state) => {
    const server = new TapeServer()
    const live = new LiveBars(
      withMeta(server.answer(MINUTE_MS, 1, {}), { watermark: NOON - MINUTE_MS, closed_until: NOON - 2 * MINUTE_MS }),
    )
    server.commit([tradeAt(second, 100)])
    server.commit([tradeAt(second + 70, 101)])
    feed(live, server)
    live.setWatermark(NOON + 200_000)
    expect(Array.from(live.bars().state)).toEqual([state, BAR_COMPLETE])
  })

  it('closed minutes that are incomplete make their bar incomplete once it closes', () => {
    const server = serverWith(1, 61, 70)
    const answer = server.answer(300_000, 1, {})
    const open = answer.open === null ? null : { ...answer.open, state: Uint8Array.of(BAR_INCOMPLETE) }
    const live = new LiveBars({ ...answer, open })
    expect(live.bars().state[0]).toBe(BAR_OPEN)
    live.setWatermark(NOON + 302_000)
    expect(live.bars().state[0]).toBe(BAR_INCOMPLETE)
  })
})
