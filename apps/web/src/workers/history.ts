import {
  type Answer,
  type AnswerMeta,
  cvdResetOf,
  decodeAnswer,
  encodeSettings,
  type IndicatorSettings,
  needsNativeRows,
  vwapAnchorOf,
} from '@flowprint/orderflow'
import { FOOTPRINT_MIME } from '@flowprint/contract'
import { type CallIdentity, requestData } from '../shared/http/request.ts'
import { requestFile } from '../shared/http/request-file.ts'
import type { Gap, ViewMeta, ViewRequest } from './protocol.ts'

/** The calls behind a chart. */
export interface HistoryCalls {
  loadPage(request: ViewRequest, window: PageWindow, identity: CallIdentity, signal: AbortSignal): Promise<Answer>
  loadGaps(symbol: string, identity: CallIdentity, signal: AbortSignal): Promise<readonly Gap[]>
}

/** Loads what the current chart needs; `cancel` aborts running requests, which then resolve to null. */
export class HistoryLoader {
  readonly #calls: HistoryCalls
  #abort = new AbortController()
  #running = 0

  constructor(calls: HistoryCalls) {
    this.#calls = calls
  }

  get isLoading(): boolean {
    return this.#running > 0
  }

  page(request: ViewRequest, window: PageWindow, identity: CallIdentity): Promise<Answer | null> {
    return this.#run((signal) => this.#calls.loadPage(request, window, identity, signal))
  }

  gaps(symbol: string, identity: CallIdentity): Promise<readonly Gap[] | null> {
    return this.#run((signal) => this.#calls.loadGaps(symbol, identity, signal))
  }

  cancel(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#running = 0
  }

  async #run<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    const { signal } = this.#abort
    this.#running += 1
    try {
      const result = await call(signal)
      return signal.aborted ? null : result
    } catch (error) {
      if (signal.aborted) return null
      throw error
    } finally {
      if (!signal.aborted) this.#running -= 1
    }
  }
}

/** A window of history: the last `limit` bars before `to`, or all bars of [from, to). Null = open on that side. */
export interface PageWindow {
  readonly from?: number | null
  readonly to?: number | null
  readonly limit?: number
  readonly leadIn?: boolean
}

/** Larger answers are rejected before decoding. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * Loads and decodes one packed answer of /footprint. Throws CallFailure, OrderflowError, or AbortError when cancelled.
 */
export async function loadPage(
  request: ViewRequest,
  window: PageWindow,
  identity: CallIdentity,
  signal: AbortSignal,
): Promise<Answer> {
  const { bytes, headers } = await requestFile('GET /footprint', identity, {
    query: {
      symbol: request.symbol,
      cycle: request.cycle,
      precision: request.precision,
      from: window.from ?? undefined,
      to: window.to ?? undefined,
      limit: window.limit,
      lead_in: window.leadIn || undefined,
      // The server needs these where its part depends on them: the CVD before the window, the raw point of control.
      settings: encodeSettings(request.settings),
    },
    accept: FOOTPRINT_MIME,
    signal,
  })
  if (bytes.length > MAX_BYTES) throw new RangeError(`An answer of ${bytes.length} bytes is refused`)
  const answer = decodeAnswer(bytes)
  // A copy of the browser's cache is older than the log entry up to which the server has just confirmed it.
  const validTo = Number(headers.get('last-seq'))
  return validTo > answer.meta.last_seq ? { ...answer, meta: { ...answer.meta, last_seq: validTo } } : answer
}

/** The gaps of a market's whole tape. */
export async function loadGaps(symbol: string, identity: CallIdentity, signal: AbortSignal): Promise<readonly Gap[]> {
  return (await requestData('GET /coverage', identity, { query: { symbol }, signal })).gaps
}

export function metaOf(meta: AnswerMeta, { units, live }: ViewRequest, gaps: readonly Gap[]): ViewMeta {
  return {
    symbol: meta.symbol,
    cycle: meta.cycle,
    cycleMs: meta.cycle_ms,
    precision: meta.precision,
    units,
    simulated: meta.simulated,
    delayed: meta.delayed,
    delayMs: meta.delayed ? (meta.delay_ms ?? null) : null,
    estimated: meta.side === 'estimated',
    live: meta.watermark !== null,
    followed: live,
    coverage: meta.coverage,
    gaps,
  }
}

/** The two settings that the server's part depends on; the rest is computed here from the same bars. */
export function needsNewHistory(before: IndicatorSettings, after: IndicatorSettings): boolean {
  return (
    needsNativeRows(before) !== needsNativeRows(after) ||
    cvdResetOf(before) !== cvdResetOf(after) ||
    vwapAnchorOf(before) !== vwapAnchorOf(after)
  )
}
