import { FOOTPRINT_MIME } from '@flowprint/contract'
import { decodeAnswer, encodeSettings, type Answer } from '@flowprint/orderflow'
import { requestBytes, requestData, type CallIdentity } from '../shared/http/request.ts'
import type { Gap, ViewRequest } from './protocol.ts'

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
  const bytes = await requestBytes('GET /footprint', identity, {
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
  return decodeAnswer(bytes)
}

/** The gaps of a market's whole tape. */
export async function loadGaps(symbol: string, identity: CallIdentity, signal: AbortSignal): Promise<readonly Gap[]> {
  return (await requestData('GET /coverage', identity, { query: { symbol }, signal })).gaps
}
