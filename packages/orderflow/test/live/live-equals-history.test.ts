import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregateTrades,
  BAR_COMPLETE,
  BAR_OPEN,
  continueSequence,
  firstDifference,
  LiveBars,
  regroupBars,
  sequenceEnd,
  sequenceRule,
  sliceBars,
} from '@flowprint/orderflow'
import type { Answer, Bars, LiveChange, Refetch, SequenceRule } from '@flowprint/orderflow'
import { sequenceAnswer } from './sequence-answer.ts'
import { TapeServer } from './tape-server.ts'
import type { Message, TapeTrade } from './tape-server.ts'

const START = 1_750_636_740_000 // Sunday 2025-06-22 23:59:00 UTC: minute, day and week turn within the tape

type Action =
  | {
      readonly kind: 'trades'
      readonly burst: boolean
      readonly trades: readonly { wait: number; late: number; move: number; qty: number; buy: boolean }[]
    }
  | { readonly kind: 'backfill'; readonly back: number; readonly qty: number }
  | { readonly kind: 'clock'; readonly ahead: number }
  | {
      readonly kind: 'deliver'
      readonly count: number
      readonly cut: number
      readonly lose: boolean
      readonly repeat: boolean
    }
  | { readonly kind: 'ask'; readonly older: boolean; readonly limit: number }
  | { readonly kind: 'receive'; readonly first: boolean }

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('trades' as const),
        burst: fc.integer({ min: 0, max: 20 }).map((n) => n === 0),
        trades: fc.array(
          fc.record({
            wait: fc.oneof(
              { weight: 5, arbitrary: fc.integer({ min: 0, max: 3000 }) },
              fc.integer({ min: 0, max: 90_000 }),
            ),
            late: fc.oneof(
              { weight: 5, arbitrary: fc.integer({ min: 0, max: 2000 }) },
              fc.integer({ min: 0, max: 150_000 }),
            ),
            move: fc.integer({ min: -3, max: 3 }),
            qty: fc.integer({ min: 1, max: 5 }),
            buy: fc.boolean(),
          }),
          { minLength: 1, maxLength: 8 },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('backfill' as const),
        back: fc.integer({ min: 0, max: 1000 }),
        qty: fc.integer({ min: 1, max: 5 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('clock' as const), ahead: fc.integer({ min: 0, max: 70_000 }) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('deliver' as const),
        count: fc.integer({ min: 1, max: 6 }),
        cut: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(1000)),
        lose: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
        repeat: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        older: fc.boolean(),
        limit: fc.integer({ min: 1, max: 6 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('receive' as const), first: fc.boolean() }) },
  ),
  { maxLength: 80 },
)

/** A browser on a bad connection: messages are lost or duplicated, responses arrive late and in any order. */
class Client {
  readonly live: LiveBars
  readonly #server: TapeServer
  readonly #options: Pick<Play, 'cycle' | 'cycleMs' | 'step' | 'native'>
  #pending: Answer[] = []
  #shown: Bars | null = null

  constructor(server: TapeServer, options: Play) {
    this.#server = server
    this.#options = options
    this.live = new LiveBars(this.#ask({ limit: options.limit }), { native: options.native })
  }

  apply(message: Message): void {
    this.#take('frame' in message ? this.live.applyFrame(message.frame) : this.live.applyRevision(message.revision))
  }

  clock(watermark: number): void {
    // The watermark follows the entries it covers.
    if (this.live.lastSeq === this.#server.seq) this.#take(this.live.setWatermark(watermark))
  }

  deliver(count: number, cut: number, lose: boolean, repeat: boolean): void {
    const from = repeat ? Math.max(0, this.live.lastSeq - 3) : this.live.lastSeq
    const messages = this.#server.messages(from, () => cut)
    for (const message of messages.slice(lose ? 1 : 0, count)) this.apply(message)
  }

  askOlder(limit: number): void {
    const to = this.live.loadedFrom
    if (to !== null) this.#pending.push(this.#ask({ to, limit }))
  }

  askStale(): void {
    for (const range of this.live.stale()) this.#request(range)
  }

  receive(first: boolean): void {
    const answer = first ? this.#pending.shift() : this.#pending.pop()
    if (answer !== undefined) this.#take(this.live.load(answer))
  }

  /** Delivers everything that is pending. */
  settle(): void {
    for (let round = 0; round < 50; round++) {
      while (this.#pending.length > 0) this.receive(true)
      for (const message of this.#server.messages(this.live.lastSeq, (left) => left)) this.apply(message)
      this.clock(this.#server.watermark)
      if (this.#pending.length > 0) continue
      if (this.live.stale().length > 0) this.askStale()
      else if (this.live.loadedFrom !== null) this.askOlder(3)
      else return
    }
    throw new Error('the client never came to rest')
  }

  #take(change: LiveChange): void {
    expect(change.reload).toBe(false)
    for (const range of change.refetch) this.#request(range)
    const bars = this.live.bars()
    // Bars reported as unchanged are unchanged.
    if (this.#shown !== null && change.prepended === 0 && change.changedFrom > 0) {
      const same = Math.min(change.changedFrom, this.#shown.length)
      expect(firstDifference(sliceBars(bars, 0, same), sliceBars(this.#shown, 0, same))).toBe(null)
      if (change.changedFrom === bars.length) expect(bars.length).toBe(this.#shown.length)
    }
    this.#shown = copy(bars)
  }

  #request({ from, to }: Refetch): void {
    this.#pending.push(this.#ask({ ...(from !== null && { from }), ...(to !== null && { to }) }))
  }

  #ask(range: { from?: number; to?: number; limit?: number }): Answer {
    const { cycle, cycleMs, step, native } = this.#options
    if (cycle !== undefined) return sequenceAnswer(this.#server, cycle, step, { ...range, native })
    return this.#server.answer(cycleMs, step, { ...range, native })
  }
}

function copy(bars: Bars): Bars {
  return structuredClone(bars)
}

/** The tape as history; columns that live bars do not guarantee are copied from them. */
function expected(server: TapeServer, live: Bars, { native, cycle }: Play): Bars {
  const rule = cycle === undefined ? null : (sequenceRule(cycle, '1') as SequenceRule)
  const run = rule === null ? null : continueSequence(null, server.tape(), rule, live.step)
  const bars = run === null ? aggregateTrades(server.tape(), { cycleMs: live.cycleMs, step: live.step }) : run.bars
  const endOf = (t: number, i: number): number =>
    run === null || rule === null ? t + live.cycleMs : sequenceEnd(run, i, rule)
  const state = Uint8Array.from(bars.t, (t, i) => (server.watermark >= endOf(t, i) + 2000 ? BAR_COMPLETE : BAR_OPEN))
  return {
    ...bars,
    state,
    revision: live.revision,
    rawPoc: native || live.step === 1 ? bars.rawPoc : live.rawPoc,
    edges:
      native && run === null
        ? regroupBars(aggregateTrades(server.tape(), { cycleMs: live.cycleMs, step: 1 }), live.step, true).edges
        : live.edges,
  }
}

/** A tape of twelve bars or minutes before the chart is opened, so that there are older pages. */
function startTape(server: TapeServer, cycleMs: number): TapeTrade[] {
  const wait = Math.max(cycleMs, 60_000)
  const trades = Array.from({ length: 12 }, (_, i) => ({
    ts: START - (12 - i) * wait,
    price: 1000 + i,
    qty: 1,
    buy: i % 2 === 0,
    id: i,
  }))
  for (const trade of trades) server.commit([trade])
  return trades
}

interface Play {
  /** Bars of fills or volume; `cycleMs` is then 0. */
  readonly cycle?: string
  readonly cycleMs: number
  readonly step: number
  readonly native: boolean
  readonly limit: number
  /** Lots per unit of quantity; 2^50 makes a few trades overflow. */
  readonly lots?: number
}

function play(list: readonly Action[], options: Play): Bars {
  const { lots = 1 } = options
  const server = new TapeServer()
  let now = START
  let price = 1000
  let id = startTape(server, options.cycleMs).length
  server.commit([{ ts: now, price, qty: 1, buy: true, id: id++ }])
  const client = new Client(server, options)
  for (const action of list) {
    if (action.kind === 'trades') {
      // Some commits are bursts, long enough for trades to be settled.
      const sketches = action.burst ? Array.from({ length: 100 }, () => action.trades).flat() : action.trades
      const trades: TapeTrade[] = sketches.map(({ wait, late, move, qty, buy }) => {
        now += action.burst ? wait % 50 : wait
        price += move
        return {
          ts: now - (action.burst ? late % 2000 : late),
          price,
          qty: lots > 1 ? qty * lots - price : qty,
          buy,
          id: id++,
        }
      })
      server.commit(trades)
    } else if (action.kind === 'backfill') {
      // Anywhere from the first bar to the newest minute.
      const ts = Math.floor(now - (action.back / 1000) * Math.max(options.cycleMs, 60_000) * 14)
      server.revise([{ ts, price, qty: action.qty * lots, buy: true, id: id++ }])
    } else if (action.kind === 'clock') {
      server.watermark = Math.max(server.watermark, now + action.ahead)
      now = Math.max(now, server.watermark)
      client.clock(server.watermark)
    } else if (action.kind === 'deliver') {
      client.deliver(action.count, action.cut, action.lose, action.repeat)
    } else if (action.kind === 'ask') {
      if (action.older) client.askOlder(action.limit)
      else client.askStale()
    } else {
      client.receive(action.first)
    }
  }
  client.settle()
  const live = client.live.bars()
  expect(firstDifference(live, expected(server, live, options))).toBe(null)
  expect(client.live.cvdOpen).toBe(0)
  expect(client.live.lastSeq).toBe(server.seq)
  return live
}

const SIZES = [
  { runs: 15, tags: [] },
  { runs: 60, tags: ['long'] },
]

for (const { runs, tags } of SIZES)
  describe(
    `the chart equals that of the whole tape after any drops, late trades and repairs (stream rules 3-6; ${runs} runs)`,
    { tags },
    () => {
      const cases = [
        ['15s', 15_000],
        ['30s', 30_000],
        ['1m', 60_000],
        ['5m', 300_000],
        ['1h', 3_600_000],
        ['1d', 86_400_000],
        ['1w', 604_800_000],
      ] as const
      for (const [name, cycleMs] of cases) {
        it.each([
          { step: 1, native: false },
          { step: 10, native: false },
          { step: 10, native: true },
        ])(`${name}, step $step, native open bar $native`, ({ step, native }) => {
          fc.assert(
            fc.property(
              actions,
              fc.integer({ min: 1, max: 4 }),
              (list, limit) => void play(list, { cycleMs, step, native, limit }),
            ),
            { numRuns: runs },
          )
        })
      }

      for (const cycle of ['1t', '3t', '7t', '40t', '4v', '11v']) {
        it.each([
          { step: 1, native: false },
          { step: 10, native: false },
          { step: 10, native: true },
        ])(`${cycle}, step $step, native open bar $native`, ({ step, native }) => {
          fc.assert(
            fc.property(
              actions,
              fc.integer({ min: 1, max: 4 }),
              (list, limit) => void play(list, { cycle, cycleMs: 0, step, native, limit }),
            ),
            { numRuns: runs },
          )
        })
      }

      it.each(['2t', '3t', '2v', '3v'])(
        '%s: an older page requested before a repair of earlier minutes of its day and received after it',
        (cycle) => {
          const list: readonly Action[] = [
            { kind: 'ask', older: true, limit: 1 },
            { kind: 'backfill', back: 643, qty: 1 },
            { kind: 'deliver', count: 4, cut: 1000, lose: true, repeat: true },
          ]
          for (const native of [false, true]) play(list, { cycle, cycleMs: 0, step: 10, native, limit: 1 })
        },
      )

      it.each([
        { step: 1, native: false },
        { step: 10, native: true },
      ])('sums beyond 2^53 - 1: 5m, step $step, native open bar $native', ({ step, native }) => {
        let overflow = 0
        fc.assert(
          fc.property(actions, (list) => {
            const live = play(list, { cycleMs: 300_000, step, native, limit: 2, lots: 2 ** 50 })
            overflow += live.overflow === null ? 0 : 1
          }),
          { numRuns: runs },
        )
        // Half of them on average.
        expect(overflow).toBeGreaterThan(runs / 8)
      })
    },
  )
