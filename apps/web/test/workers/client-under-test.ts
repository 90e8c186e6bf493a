import type { ClientMessage, ServerMessage } from '@flowprint/contract'
import {
  analyzeBars,
  barsEqual,
  concatBars,
  DEFAULT_SETTINGS,
  sliceBars,
  type Analysis,
  type Answer,
  type Bars,
  type Cutoff,
  lowerBoundTs,
  sliceTrades,
  type Trades,
} from '@flowprint/orderflow'
import type { BigTradesWindow } from '../../src/workers/big-trade-feed.ts'
import type { HistoryCalls, PageWindow } from '../../src/workers/history.ts'
import { ChartReplay } from '../../src/workers/replay/chart-replay.ts'
import type { ReplayCalls } from '../../src/workers/replay/replay-calls.ts'
import { ChartHost } from '../../src/workers/chart-host.ts'
import type { FromWorker, ToMarketWorker, ToWorker, ViewRequest } from '../../src/workers/protocol.ts'
import { openSideFeeds } from '../../src/workers/side-feeds.ts'
import { SYMBOL, type FakeMarket } from './fake-market.ts'

export const UNITS = { tickSize: '0.01', lotSize: '0.001' }
export const REQUEST: ViewRequest = {
  symbol: SYMBOL,
  cycle: '1m',
  precision: '0.01',
  units: UNITS,
  settings: DEFAULT_SETTINGS,
  live: false,
}
/** Trades of one answer to practice. */
const PORTION = 40
const ME = { language: 'zh', token: null }

/** The worker with one chart, a manual clock, and a page that assembles the messages it receives. */
export function sessionUnderTest(market: FakeMarket) {
  /** `as_of` of every call about the market; undefined: none. */
  const moments: (number | undefined)[] = []
  /** Every range of trades that a replay loaded: `to`, and what came. */
  const pulled: { readonly to: Cutoff; readonly trades: Trades }[] = []
  const replayCalls: ReplayCalls = {
    loadBetween: async (_request, { from, to, most }) => {
      const trades = market.between(from, to)
      pulled.push({ to, trades })
      const isTooMany = Number.isFinite(most) && trades.length >= Math.min(most, control.maxPulled)
      return isTooMany ? null : trades
    },
    loadNext: async (_request, cutoff, count) => {
      const rest = market.between(cutoff, { t: Infinity, trades: 0 })
      const trades = sliceTrades(rest, 0, Math.min(count, rest.length))
      if (trades.length === 0) return null
      const t = trades.ts[trades.length - 1]
      const ofMs = trades.length - lowerBoundTs(trades, t)
      const to = { t, trades: t === cutoff.t ? cutoff.trades + ofMs : ofMs }
      pulled.push({ to, trades })
      return { trades, cutoff: to }
    },
    loadPortion: async (_request, { from, to }) => {
      if (control.fail) throw control.fail
      const rest = market.between(from, to)
      const trades = sliceTrades(rest, 0, Math.min(PORTION, rest.length))
      pulled.push({ to, trades })
      if (rest.length <= PORTION) return { trades, end: to }
      const t = trades.ts[trades.length - 1]
      const ofMs = trades.length - lowerBoundTs(trades, t)
      return { trades, end: { t, trades: t === from.t ? from.trades + ofMs : ofMs } }
    },
  }
  const marketOf = (asOf: number | undefined): FakeMarket => {
    moments.push(asOf)
    return asOf === undefined ? market : market.asOf(asOf)
  }
  const sent: ClientMessage[] = []
  const posted: FromWorker[] = []
  const windows: PageWindow[] = []
  const asked: { readonly from: number; readonly to: number }[] = []
  const bigAsked: BigTradesWindow[] = []
  const timers = new Map<number, () => void>()
  /** Delays of all timers, ms. */
  const delays: number[] = []
  /** Tokens of all calls and of all stream starts. */
  const tokens: (string | null)[] = []
  /** `seenSeq` of every page. */
  const seen: (number | undefined)[] = []
  let lastTimer = 0
  const control = { fail: null as Error | null, hold: false, maxPulled: Infinity }
  const held: (() => void)[] = []
  let shown: Bars | null = null
  let zones: Analysis['zones'] = []

  const historyCalls: HistoryCalls = {
    loadGaps: async () => market.gaps,
    loadPage: async (_request, window, { token, seenSeq, asOf }) => {
      windows.push(window)
      tokens.push(token)
      seen.push(seenSeq)
      if (control.fail) throw control.fail
      const answer: Answer = marketOf(asOf).answer(window)
      if (control.hold) await new Promise<void>((resolve) => held.push(resolve))
      return asOf === undefined ? answer : { ...answer, meta: { ...answer.meta, as_of: asOf } }
    },
  }

  const host = new ChartHost({
    openSideFeeds,
    openReplay: (replayTools) => new ChartReplay(replayTools, { ...historyCalls, ...replayCalls }),
    calls: {
      ...historyCalls,
      loadBook: () => Promise.reject(new Error('No book')),
      loadDepth: () => Promise.reject(new Error('No book')),
      loadStoredFrom: () => Promise.reject(new Error('No book')),
      loadTraded: () => Promise.reject(new Error('No profile')),
      loadLiquidations: () => Promise.reject(new Error('No derivatives data')),
      loadLargest: () => Promise.reject(new Error('No derivatives data')),
      loadOpenInterest: () => Promise.reject(new Error('No derivatives data')),
      loadFunding: () => Promise.reject(new Error('No derivatives data')),
      loadTrades: async (_request, window, { asOf }) => {
        asked.push(window)
        if (control.fail) throw control.fail
        return marketOf(asOf).trades(window)
      },
      loadBigTrades: async (_request, window, { asOf }) => {
        bigAsked.push(window)
        if (control.fail) throw control.fail
        return marketOf(asOf).bigTrades(window)
      },
    },
    stream: {
      start: ({ token }) => void tokens.push(token),
      reconnectNow: () => undefined,
      send: (message) => sent.push(message),
    },
    post: (original, transfer) => {
      // As with a worker's postMessage, transferred buffers are empty afterwards.
      const message = structuredClone(original, { transfer })
      posted.push(message)
      if (message.type === 'reset') shown = message.bars
      else if (message.type === 'prepend' && shown) shown = concatBars([message.bars, shown])
      else if (message.type === 'update' && shown) shown = concatBars([sliceBars(shown, 0, message.from), message.bars])
      if ('analysis' in message) zones = message.analysis.zones ?? zones
    },
    now: () => 1000,
    random: () => 0,
    setTimer: (act, ms) => {
      delays.push(ms)
      timers.set((lastTimer += 1), act)
      return lastTimer
    },
    clearTimer: (timer) => void timers.delete(timer),
  })

  const session = {
    receive: (message: ToWorker | ToMarketWorker) =>
      host.receive('view' in message ? { ...message, chart: 1 } : message),
    message: (message: ServerMessage) => host.message(message),
    frame: (bytes: Uint8Array) => host.frame(bytes),
    ready: () => host.ready(),
  }

  /** Runs everything due: answers, timers, and the page's acknowledgements. */
  const settle = async () => {
    for (let round = 0; round < 8; round++) {
      await new Promise((resolve) => setImmediate(resolve))
      for (const [timer, act] of [...timers]) {
        timers.delete(timer)
        act()
      }
      session.receive({ type: 'taken', view: 1 })
      session.receive({ type: 'tapeTaken', view: 1 })
    }
  }

  return {
    session,
    sent,
    moments,
    pulled,
    posted,
    windows,
    seen,
    asked,
    bigAsked,
    control,
    held,
    settle,
    timers,
    delays,
    tokens,
    async open(request: ViewRequest = REQUEST) {
      session.receive({ type: 'open', view: 1, request, identity: ME })
      await new Promise((resolve) => setImmediate(resolve))
      session.message({
        op: 'subscribed',
        symbol: SYMBOL,
        last_seq: market.lastSeq,
        tape: market.tape,
        instrument_version: 1,
      })
      await settle()
    },
    subscribed: () =>
      session.message({
        op: 'subscribed',
        symbol: SYMBOL,
        last_seq: market.lastSeq,
        tape: market.tape,
        instrument_version: 1,
      }),
    shown: () => shown as Bars,
    zones: () => zones,
    types: () => posted.map(({ type }) => type),
    /** Expects the page to show exactly the last bars of the tape. */
    agrees: () => {
      const whole = market.bars()
      const page = shown as unknown as Bars
      return barsEqual(
        { ...page, state: page.state.map(() => 1), revision: page.revision.map(() => 0) },
        stateless(sliceBars(whole, whole.length - page.length)),
      )
    },
    expectedZones: () => analyzeBars(market.bars(), DEFAULT_SETTINGS, { units: UNITS }).zones,
  }
}

function stateless(bars: Bars): Bars {
  return { ...bars, state: bars.state.map(() => 1), revision: bars.revision.map(() => 0) }
}
