import { BOOK_MIME, DEPTH_INTERVALS, DEPTH_MIME, DEPTH_PARTS_MIME, MAX_DEPTH_CELLS } from '@flowprint/contract'
import {
  decimalUnit,
  decodeDepthColumns,
  decodeDepthFrame,
  decodeDepthParts,
  type DepthColumns,
  type DepthFrame,
  SECOND_MS,
  stepText,
  toUnits,
  type UnixMs,
} from '@flowprint/orderflow'
import { failureSlug } from '../../shared/http/envelope.ts'
import { type CallIdentity, requestData } from '../../shared/http/request.ts'
import { requestBytes, requestFile } from '../../shared/http/request-file.ts'
import type { ViewRequest } from '../protocol.ts'
import type { TradedProfile, TradedWindow } from './traded-volume.ts'

/** A busy market's profile of a day, or columns of hours, take a moment. */
const LOAD_MS = 30_000

/** A range of the past in columns of a length that the server offers: [from, to), whole intervals. */
export interface DepthWindow {
  readonly from: UnixMs
  readonly to: UnixMs
  readonly intervalMs: number
}

export interface LoadedDepth {
  readonly columns: DepthColumns
  /** Decimal text; null: that of the book. */
  readonly qtyUnit: string | null
}

/** The calls behind the order book. */
export interface DepthCalls {
  /** The newest book as a frame; null: none is stored. */
  loadBook(request: ViewRequest, identity: CallIdentity, signal: AbortSignal): Promise<DepthFrame | null>
  loadDepth(
    request: ViewRequest,
    window: DepthWindow,
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<LoadedDepth>
  /** Since when books are stored; null: never. */
  loadStoredFrom(request: ViewRequest, now: UnixMs, identity: CallIdentity, signal: AbortSignal): Promise<number | null>
  loadTraded(
    request: ViewRequest,
    window: TradedWindow,
    identity: CallIdentity,
    signal: AbortSignal,
  ): Promise<TradedProfile>
}

/** During an upgrade a server that does not know the parts sends one message. */
const DEPTH_ACCEPT = `${DEPTH_PARTS_MIME}, ${DEPTH_MIME};q=0.5`

/** Throw CallFailure, OrderflowError, or AbortError when cancelled. */
export const depthCalls: DepthCalls = {
  async loadBook({ symbol }, identity, signal) {
    try {
      const bytes = await requestBytes('GET /book', identity, { query: { symbol }, accept: BOOK_MIME, signal })
      return decodeDepthFrame(bytes)
    } catch (error) {
      if (failureSlug(error) === 'NO_BOOK') return null
      throw error
    }
  },

  async loadDepth({ symbol }, { from, to, intervalMs }, identity, signal) {
    const interval = DEPTH_INTERVALS.find(({ ms }) => ms === intervalMs)?.value
    if (interval === undefined) throw new RangeError(`No columns of ${intervalMs} ms`)
    const query = { symbol, from, to, interval }
    const { bytes, headers } = await requestFile('GET /depth', identity, {
      query,
      accept: DEPTH_ACCEPT,
      signal,
      timeoutMs: LOAD_MS,
    })
    const isInParts = headers.get('content-type')?.includes(DEPTH_PARTS_MIME) ?? false
    const columns = isInParts ? decodeDepthParts(bytes, { maxRows: MAX_DEPTH_CELLS }) : decodeDepthColumns(bytes)
    return { columns, qtyUnit: headers.get('qty-unit') }
  },

  async loadStoredFrom({ symbol }, now, identity, signal) {
    const to = Math.floor(now / SECOND_MS) * SECOND_MS
    const query = { symbol, from: to - SECOND_MS, to, interval: '1s' } as const
    const { coverage } = await requestData('GET /depth', identity, { query, signal })
    return coverage.from
  },

  async loadTraded({ symbol, units }, { from, to, step }, identity, signal) {
    const query = { symbol, from, to, precision: stepText(step, units.tickSize) }
    const { rows } = await requestData('GET /profile', identity, { query, signal, timeoutMs: LOAD_MS })
    const tick = decimalUnit(units.tickSize)
    const lot = decimalUnit(units.lotSize)
    return {
      row: rows.map(([edge]) => toUnits(edge, tick) / step),
      bid: rows.map(([, bid]) => toUnits(bid, lot)),
      ask: rows.map(([, , ask]) => toUnits(ask, lot)),
    }
  },
}
