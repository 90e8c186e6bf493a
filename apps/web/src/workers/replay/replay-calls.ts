import { MAX_TRADES, TRADES_MIME } from '@flowprint/contract'
import {
  compareCutoffs,
  type Cutoff,
  concatTrades,
  DAY_MS,
  decodeTrades,
  lowerBoundTs,
  sliceTrades,
  type Trades,
} from '@flowprint/orderflow'
import type { CallIdentity } from '../../shared/http/request.ts'
import { requestFile } from '../../shared/http/request-file.ts'
import type { ViewRequest } from '../protocol.ts'

/** The calls of a replay. None is answered with a trade after the cutoff that it moves to. */
export interface ReplayCalls {
  /** All trades after `from` up to `to`; null: more than `most`. */
  loadBetween(
    request: ViewRequest,
    range: { readonly from: Cutoff; readonly to: Cutoff; readonly most: number },
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<Trades | null>
  /** The next trades after the cutoff, within a day, and the cutoff after them; null: none. */
  loadNext(
    request: ViewRequest,
    cutoff: Cutoff,
    count: number,
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<{ readonly trades: Trades; readonly cutoff: Cutoff } | null>
  /** The first trades after `from` up to `to`, and the cutoff after them: `to` when these are all. */
  loadPortion(
    request: ViewRequest,
    range: { readonly from: Cutoff; readonly to: Cutoff },
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<{ readonly trades: Trades; readonly end: Cutoff }>
}

interface Range {
  readonly from: number
  /** Exclusive; also the moment of the answer. */
  readonly to: number
  readonly limit: number
}

async function loadPacked(
  { symbol }: ViewRequest,
  { from, to, limit }: Range,
  after: string | undefined,
  identity: CallIdentity,
  signal: AbortSignal,
): Promise<{ readonly trades: Trades; readonly next: string | null }> {
  const { bytes, headers } = await requestFile('GET /trades', identity, {
    query: { symbol, from, to, limit, after, as_of: to },
    accept: TRADES_MIME,
    signal,
  })
  return { trades: decodeTrades(bytes), next: headers.get('next-cursor') }
}

/** Throw CallFailure, OrderflowError, or AbortError when cancelled. */
export const replayCalls: ReplayCalls = {
  async loadBetween(request, { from, to, most }, identity, signal) {
    const runs: Trades[] = []
    if (to.t > from.t) {
      let count = 0
      for (let after: string | undefined; ;) {
        const range = { from: from.t, to: to.t, limit: Math.min(most, MAX_TRADES) }
        const { trades, next } = await loadPacked(request, range, after, identity, signal)
        runs.push(trades)
        count += trades.length
        if (next === null) break
        if (count >= most) return null
        after = next
      }
    }
    if (to.trades > 0) {
      const range = { from: to.t, to: to.t + 1, limit: Math.min(to.trades, MAX_TRADES) }
      runs.push((await loadPacked(request, range, undefined, identity, signal)).trades)
    }
    return withoutVisible(concatTrades(runs), from)
  },

  async loadNext(request, cutoff, count, identity, signal) {
    const range = { from: cutoff.t, to: cutoff.t + DAY_MS, limit: Math.min(cutoff.trades + count, MAX_TRADES) }
    const { trades: found } = await loadPacked(request, range, undefined, identity, signal)
    const trades = withoutVisible(found, cutoff)
    if (trades.length === 0) return null
    const t = trades.ts[trades.length - 1]
    const ofMs = trades.length - lowerBoundTs(trades, t)
    return { trades, cutoff: { t, trades: t === cutoff.t ? cutoff.trades + ofMs : ofMs } }
  },

  async loadPortion(request, { from, to }, identity, signal) {
    const isLast = from.t === to.t
    const range = isLast
      ? { from: to.t, to: to.t + 1, limit: Math.min(to.trades, MAX_TRADES) }
      : { from: from.t, to: to.t, limit: MAX_TRADES }
    const { trades: found, next } = await loadPacked(request, range, undefined, identity, signal)
    const trades = withoutVisible(found, from)
    if (isLast || next === null) return { trades, end: isLast ? to : { t: to.t, trades: 0 } }
    const t = found.ts[found.length - 1]
    const end = { t, trades: found.length - lowerBoundTs(found, t) }
    if (compareCutoffs(end, from) <= 0) throw new RangeError(`More than ${MAX_TRADES} trades at ${t} ms`)
    return { trades, end }
  },
}

/** The first trades of the cutoff's millisecond are visible already. */
function withoutVisible(trades: Trades, { t, trades: visible }: Cutoff): Trades {
  return sliceTrades(trades, Math.min(visible, lowerBoundTs(trades, t + 1)), trades.length)
}
