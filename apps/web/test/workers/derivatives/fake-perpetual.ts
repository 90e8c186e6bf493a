import type {
  ClientMessage,
  LiquidationCover,
  LiquidationRow,
  Liquidations,
  Position,
  ServerMessage,
} from '@flowprint/contract'
import { barStart, cycleMsOf, DEFAULT_SETTINGS, MINUTE_MS } from '@flowprint/orderflow'
import { DerivativesFeed } from '../../../src/workers/derivatives-feed.ts'
import { entryOf } from '../../../src/workers/derivatives/derivatives-calls.ts'
import type { DerivativesQuery, FromWorker, ViewRequest } from '../../../src/workers/protocol.ts'

export const SYMBOL = 'DEMO:BTCUSD'
export const START = 1_700_000_040_000
export const REQUEST: ViewRequest = {
  symbol: SYMBOL,
  cycle: '1m',
  precision: '0.1',
  units: { tickSize: '0.1', lotSize: '0.001' },
  settings: DEFAULT_SETTINGS,
  live: true,
}
const ME = { language: 'zh', token: null }
export const ALL_PANES: DerivativesQuery = { liquidations: true, openInterest: true, funding: true, marks: null }

/** The data that a server stores of a perpetual. */
export class FakePerpetual {
  readonly rows: LiquidationRow[] = []
  covers: LiquidationCover[] = []
  completeness: Liquidations['completeness'] = 'all'
  /** By minute. */
  readonly openInterest = new Map<number, string>()
  readonly funding = new Map<number, string>()

  /** Stores a liquidation of value `price` x 1. */
  liquidate(ts: number, position: Position, price: string, qty = '1'): LiquidationRow {
    const row: LiquidationRow = [this.rows.length + 1, ts, position, price, qty]
    this.rows.push(row)
    return row
  }

  within(from: number, to: number | null): LiquidationRow[] {
    return this.rows.filter(([, ts]) => ts >= from && (to === null || ts < to)).sort((a, b) => a[1] - b[1])
  }

  coverage(from: number, to: number | null): LiquidationCover[] {
    return this.covers.flatMap(([start, end, completeness]): LiquidationCover[] => {
      const cut: LiquidationCover = [Math.max(start, from), Math.min(end, to ?? Infinity), completeness]
      return cut[0] < cut[1] ? [cut] : []
    })
  }
}

/** A feed with a manual clock and stream, and a page that draws what it receives. */
export function feedUnderTest(market: FakePerpetual, cycle = '1m') {
  const sent: ClientMessage[] = []
  const posted: FromWorker[] = []
  const calls: string[] = []
  const timers = new Map<number, () => void>()
  /** Runs between the snapshot of an answer and its arrival. */
  const control = { fail: false, duringCall: () => undefined as void, isDrawn: true, wasTaken: true }
  let lastTimer = 0
  let starts = new Float64Array(0)

  const answer = async <Result>(name: string, make: () => Result): Promise<Result> => {
    calls.push(name)
    const result = make()
    control.duringCall()
    await new Promise((resolve) => setImmediate(resolve))
    if (control.fail) throw new Error('No answer')
    return result
  }
  const statRows = (values: ReadonlyMap<number, string>, from: number, to: number | null) => ({
    intervalMs: MINUTE_MS,
    rows: [...values]
      .filter(([t]) => t >= from && (to === null || t < to))
      .map(([t, value]) => ({ t, value: Number(value) })),
  })

  const feed = new DerivativesFeed({
    loadLiquidations: (request, { from, to }) =>
      answer(`liquidations ${from - START} ${to === null ? 'now' : to - START}`, () => {
        const cycleMs = cycleMsOf(request.cycle) ?? 0
        return {
          entries: market.within(from, to).map((row) => entryOf(row, cycleMs > 0 ? barStart(row[1], cycleMs) : row[1])),
          lastSeq: market.rows.length,
          coverage: market.coverage(from, to),
          completeness: market.completeness,
        }
      }),
    loadLargest: (_request, { from, to, count }) =>
      answer(`largest ${from - START} ${to === null ? 'now' : to - START}`, () => {
        const valueOf = ([, , , price, qty]: LiquidationRow) => Number(price) * Number(qty)
        const largest = market.within(from, to).sort((a, b) => valueOf(b) - valueOf(a))
        return {
          list: largest.slice(0, count).sort((a, b) => a[1] - b[1]),
          lastSeq: market.rows.length,
          coverage: market.coverage(from, to),
          completeness: market.completeness,
        }
      }),
    loadOpenInterest: (_request, { from, to }) => answer('openInterest', () => statRows(market.openInterest, from, to)),
    loadFunding: (_request, { from, to }) => answer('funding', () => statRows(market.funding, from, to)),
    shownBars: () => ({ bars: { t: starts, length: starts.length, cycleMs: cycleMsOf(cycle) ?? 0 }, first: 0 }),
    send: (message) => sent.push(message),
    post: (original, transfer = []) => {
      posted.push(structuredClone(original, { transfer }))
      if (original.type === 'derivatives') control.wasTaken = false
    },
    setTimer: (act) => {
      timers.set((lastTimer += 1), act)
      return lastTimer
    },
    clearTimer: (timer) => void timers.delete(timer),
  })

  const receive = (message: ServerMessage) => feed.message(message)
  const messages = <Type extends FromWorker['type']>(type: Type) =>
    posted.filter((message): message is Extract<FromWorker, { type: Type }> => message.type === type)

  return {
    feed,
    sent,
    calls,
    control,
    messages,
    setBars: (t: readonly number[]) => (starts = Float64Array.from(t)),
    begin(now: number) {
      feed.begin(1, { ...REQUEST, cycle }, ME)
      feed.seed({ now, tape: 'tape-1' })
    },
    subscribed: (lastSeq = market.rows.length) => {
      receive({
        op: 'derivatives_subscribed',
        symbol: SYMBOL,
        last_seq: lastSeq,
        tape: 'tape-1',
        instrument_version: 1,
      })
      receive({ op: 'derivatives_status', symbol: SYMBOL, state: 'recording' })
    },
    status: (state: 'recording' | 'lost' | 'off') => receive({ op: 'derivatives_status', symbol: SYMBOL, state }),
    liquidations: (until: number, ...list: LiquidationRow[]) =>
      receive({ op: 'liquidations', symbol: SYMBOL, until, list }),
    stat: (ts: number, openInterest: string | null, fundingRate: string | null) =>
      receive({
        op: 'market_stat',
        symbol: SYMBOL,
        ts,
        open_interest: openInterest,
        funding_rate: fundingRate,
        next_funding: null,
        mark_price: null,
        index_price: null,
      }),
    resync: () => receive({ op: 'derivatives_resync', symbol: SYMBOL, reason: 'slow' }),
    /** Runs everything due: answers, timers, and the page's acknowledgements. */
    async settle() {
      for (let round = 0; round < 8; round++) {
        await new Promise((resolve) => setImmediate(resolve))
        for (const [timer, act] of [...timers]) {
          timers.delete(timer)
          act()
        }
        if (!control.isDrawn || control.wasTaken) continue
        control.wasTaken = true
        feed.taken()
      }
    },
    /** Values of the last message; unknown ones as null. */
    shown() {
      const last = messages('derivatives').at(-1)
      const list = (values: Float64Array | null | undefined) =>
        values ? [...values].map((value) => (Number.isNaN(value) ? null : value)) : null
      return {
        state: last?.state,
        long: list(last?.liquidations?.long),
        short: list(last?.liquidations?.short),
        known: last?.liquidations ? [...last.liquidations.known] : null,
        openInterest: list(last?.openInterest),
        funding: list(last?.funding),
      }
    },
    marks: () =>
      messages('largest')
        .at(-1)
        ?.list.map(({ seq }) => seq) ?? null,
  }
}
