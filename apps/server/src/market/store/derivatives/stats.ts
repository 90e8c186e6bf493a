import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import { FencedError } from '../../../platform/lease/index.ts'
import { monthStart } from '../tiers.ts'
import type { Instrument } from '../types.ts'
import type { DerivativesContext } from './context.ts'
import type { HeldDerivativesLease } from './lease.ts'
import type { LatestStat, MinuteStat } from './types.ts'

/** See `DerivativesStore.saveStats`. */
export async function saveStats(
  { pool, partitions }: DerivativesContext,
  lease: HeldDerivativesLease,
  minutes: readonly MinuteStat[],
): Promise<void> {
  lease.assertHeld()
  if (minutes.length === 0) return
  const unaligned = minutes.find(({ minute }) => !Number.isSafeInteger(minute) || minute % MINUTE_MS !== 0)
  if (unaligned !== undefined)
    throw new RangeError(`Condition failed: statistics belong to a whole minute, had ${unaligned.minute}`)
  const { instrument, epoch } = lease
  for (const month of new Set(minutes.map(({ minute }) => monthStart(minute))))
    await partitions.ensure('market_stat', month)
  const { rowCount } = await pool.query({
    name: 'save_market_stats',
    text:
      'with head as (update derivatives_head set first_ts = least(first_ts, $3::bigint) where instrument_id = $1 and epoch = $2 ' +
      'returning instrument_id), ' +
      'saved as (insert into market_stat (instrument_id, minute_ts, open_interest, funding_rate, next_funding_ts, mark_price, index_price) ' +
      'select instrument_id, given.minute_ts, given.open_interest, given.funding_rate, given.next_funding_ts, given.mark_price, given.index_price ' +
      'from head, unnest($4::bigint[], $5::numeric[], $6::numeric[], $7::bigint[], $8::numeric[], $9::numeric[]) ' +
      'as given (minute_ts, open_interest, funding_rate, next_funding_ts, mark_price, index_price) ' +
      'on conflict (instrument_id, minute_ts) do update set ' +
      'open_interest = coalesce(excluded.open_interest, market_stat.open_interest), ' +
      'funding_rate = coalesce(excluded.funding_rate, market_stat.funding_rate), ' +
      'next_funding_ts = coalesce(excluded.next_funding_ts, market_stat.next_funding_ts), ' +
      'mark_price = coalesce(excluded.mark_price, market_stat.mark_price), ' +
      'index_price = coalesce(excluded.index_price, market_stat.index_price)) ' +
      'select from head',
    values: [
      instrument.id,
      epoch,
      Math.min(...minutes.map(({ minute }) => minute)),
      minutes.map(({ minute }) => minute),
      minutes.map(({ openInterest }) => openInterest),
      minutes.map(({ fundingRate }) => fundingRate),
      minutes.map(({ nextFundingMs }) => nextFundingMs),
      minutes.map(({ markPrice }) => markPrice),
      minutes.map(({ indexPrice }) => indexPrice),
    ],
  })
  if (rowCount === 0) throw new FencedError(`${instrument.symbol}: another recorder has the lease`)
}

interface StatRow extends Record<string, unknown> {
  readonly minute_ts: number
  readonly open_interest: string | null
  readonly funding_rate: string | null
  readonly next_funding_ts: number | null
  readonly mark_price: string | null
  readonly index_price: string | null
}

/** See `DerivativesStore.readStats`. */
export async function readStats(
  { reads }: DerivativesContext,
  { id }: Instrument,
  { fromMs, toMs, cut }: { readonly fromMs: number; readonly toMs: number; readonly cut?: number | undefined },
): Promise<MinuteStat[]> {
  const { rows } = await reads.query<StatRow>({
    name: 'read_market_stats',
    text:
      'select minute_ts, open_interest, funding_rate, next_funding_ts, mark_price, index_price from market_stat ' +
      'where instrument_id = $1 and minute_ts >= $2 and minute_ts < $3 order by minute_ts',
    values: [id, Math.ceil(fromMs), Math.ceil(cut === undefined ? toMs : Math.min(toMs, cut - MINUTE_MS + 1))],
  })
  return rows.map((row) => ({
    minute: row.minute_ts,
    openInterest: row.open_interest,
    fundingRate: row.funding_rate,
    nextFundingMs: row.next_funding_ts,
    markPrice: row.mark_price,
    indexPrice: row.index_price,
  }))
}

/** Values older than this are not the newest ones. */
const LATEST_MS = HOUR_MS

/** See `DerivativesStore.readLatest`. */
export async function readLatest(
  context: DerivativesContext,
  instrument: Instrument,
  { nowMs, cut }: { readonly nowMs: number; readonly cut?: number | undefined },
): Promise<LatestStat | null> {
  const at = Math.min(nowMs, cut ?? nowMs)
  const newest = await readStats(context, instrument, { fromMs: at - LATEST_MS, toMs: nowMs + 1, cut })
  const last = newest.at(-1)
  if (last === undefined) return null
  const latest = <Name extends keyof MinuteStat>(name: Name): MinuteStat[Name] | null =>
    newest.findLast((row) => row[name] !== null)?.[name] ?? null
  const dayBefore = last.minute - DAY_MS
  const before = await readStats(context, instrument, { fromMs: dayBefore - LATEST_MS, toMs: dayBefore + 1 })
  return {
    ts: Math.min(last.minute + MINUTE_MS, at),
    openInterest: latest('openInterest'),
    fundingRate: latest('fundingRate'),
    nextFundingMs: latest('nextFundingMs'),
    markPrice: latest('markPrice'),
    indexPrice: latest('indexPrice'),
    openInterestDayBefore: before.findLast(({ openInterest }) => openInterest !== null)?.openInterest ?? null,
  }
}
