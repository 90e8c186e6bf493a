import { toLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { VwapSums } from '../vwap/vwap-sums.ts'

/** A stretch of missing trades that reaches into the minutes not yet closed (INDICATORS 11). Both ends inclusive, ms. */
export interface TailGap {
  readonly from: number
  readonly to: number
  readonly state: 'repairing' | 'incomplete'
}

/**
 * What a packed `/footprint` says beside its columns (CONTRACT 1). Travels as UTF-8 JSON inside the answer.
 *
 * Units   times in ms since the epoch; sizes as decimal text; everything that is a sum of lots in whole lots.
 * Rules   `bars` of the answer are closed bars only: t + cycle <= closed_until. `open` is the fold of the closed minutes
 *         of the bar that holds closed_until (absent when closed_until is the start of a bar or the minutes are empty);
 *         its step is `step`, or 1 when the raw point of control was asked for. `tail` holds the raw trades with
 *         ts >= closed_until in canonical order, with their seq.
 */
export interface AnswerMeta {
  readonly symbol: string
  /** Name of the cycle: "5m", "1000t" (fills), "2.5v" (volume). */
  readonly cycle: string
  readonly cycle_ms: number
  /** Bars of fills or volume (`cycle_ms` 0): number within its UTC day of the first bar of the answer, open or not; from 1. */
  readonly first_number?: number
  /** Decimal text, "0.05", and the same in ticks. */
  readonly precision: string
  readonly step: number
  readonly tick_size: string
  readonly lot_size: string
  readonly instrument_version: number
  /** Uuid of the tape; a different one in the stream means reload. */
  readonly tape: string
  /** The answer holds exactly the log entries <= last_seq that fall into its range. */
  readonly last_seq: number
  /** ms; null = infinity (no live feed: everything is closed). */
  readonly watermark: number | null
  /** Start of the first minute that is not closed: floor((watermark - 2000) / 60000) * 60000; null = infinity. */
  readonly closed_until: number | null
  /**
   * Start of the stretch this answer covers without a gap: the asked `from` (or the start of the first bar given, when
   * `limit` cut there), moved down to a bar's start; null = the beginning of the tape. Lead-in bars belong to it.
   */
  readonly from: number | null
  /** Its exclusive end, a bar's end; null = now (then `open` and `tail` belong to it). */
  readonly to: number | null
  /** How many of the first bars are lead-in. */
  readonly lead_in: number
  readonly delayed: boolean
  /** How late the market is shown, ms; only where `delayed`. */
  readonly delay_ms?: number
  readonly simulated: boolean
  readonly side: 'given' | 'estimated'
  /** CVD before the first bar, lots, by the `cvd.reset` of the effective settings; the nearest double where it is wide. */
  readonly cvd_open: number
  /** The same in full as decimal text, only where it left 2^53 - 1. Read both with `cvdOpenOf`. */
  readonly cvd_open_exact?: string
  /** CVD before the first bar in the quote unit: decimal text of an integer of ticks x lots; absent: 0. */
  readonly cvd_open_quote?: string
  /**
   * Sums of the VWAP before the first bar by the `vwap` of the effective settings, decimal text of integers in ticks and lots;
   * null or absent: not known. Read it with `vwapOpenOf`.
   */
  readonly vwap_open?: VwapOpen | null
  /** Empty unless trades are missing in [closed_until, now). */
  readonly tail_gaps: readonly TailGap[]
  /** The whole tape, for the status line; null while it is empty. */
  readonly coverage: {
    readonly from: number
    readonly to: number
    readonly proof: 'ids' | 'volume' | 'connection' | 'none'
    readonly gaps: number
  } | null
  /** Effective indicator settings, base64url JSON as in the link ("" = the defaults). */
  readonly settings: string
}

/** Sums of lots, price x lots and price x price x lots. */
export interface VwapOpen {
  readonly sum_q: string
  readonly sum_pq: string
  /** Null where it is not known. */
  readonly sum_ppq: string | null
}

/** The field of the meta that says the sums before the first bar. */
export function vwapOpenMeta(sums: VwapSums | null): Pick<AnswerMeta, 'vwap_open'> {
  if (sums === null) return { vwap_open: null }
  return {
    vwap_open: { sum_q: String(sums.q), sum_pq: String(sums.pq), sum_ppq: sums.ppq === null ? null : String(sums.ppq) },
  }
}

/** What `vwapOpenMeta` wrote. */
export function vwapOpenOf({ vwap_open: open }: Pick<AnswerMeta, 'vwap_open'>): VwapSums | null {
  if (open === null || open === undefined) return null
  return { q: BigInt(open.sum_q), pq: BigInt(open.sum_pq), ppq: open.sum_ppq === null ? null : BigInt(open.sum_ppq) }
}

/** The fields of the meta that hold the CVD before the first bar, exactly, in lots and in ticks x lots. */
export function cvdOpenMeta(
  cvdOpen: Lots,
  cvdQuoteOpen: Lots,
): Pick<AnswerMeta, 'cvd_open' | 'cvd_open_exact' | 'cvd_open_quote'> {
  const lots =
    typeof cvdOpen === 'number' ? { cvd_open: cvdOpen } : { cvd_open: Number(cvdOpen), cvd_open_exact: String(cvdOpen) }
  return { ...lots, cvd_open_quote: String(cvdQuoteOpen) }
}

/** What `cvdOpenMeta` wrote. */
export function cvdOpenOf(meta: Pick<AnswerMeta, 'cvd_open' | 'cvd_open_exact'>): Lots {
  return meta.cvd_open_exact === undefined ? meta.cvd_open : toLots(BigInt(meta.cvd_open_exact))
}

/** The quote part of what `cvdOpenMeta` wrote. */
export function cvdQuoteOpenOf({ cvd_open_quote: quote }: Pick<AnswerMeta, 'cvd_open_quote'>): Lots {
  return quote === undefined ? 0 : toLots(BigInt(quote))
}
