import { isDeepStrictEqual } from 'node:util'
import { derivativesTopic } from '../../../platform/bus/index.ts'
import type { DerivativesEvent } from '../../../platform/bus/index.ts'
import { FencedError } from '../../../platform/lease/index.ts'
import { monthStart } from '../tiers.ts'
import type { DerivativesContext } from './context.ts'
import { loadHeadRow } from './head-rows.ts'
import type { HeadRow } from './head-rows.ts'
import type { HeldDerivativesLease, InDoubt } from './lease.ts'
import type { LiquidationCommit, NewLiquidation } from './types.ts'

/** One commit of a recorder; see `DerivativesStore.append`. */
export async function appendLiquidations(
  context: DerivativesContext,
  lease: HeldDerivativesLease,
  commit: LiquidationCommit,
): Promise<number> {
  lease.assertHeld()
  checkCommit(commit)
  const { instrument } = lease
  const settled = await settleDoubt(context, lease)
  if (settled !== null && isDeepStrictEqual(settled.commit, commit)) return lease.head.last_seq
  const { head } = lease
  const { liquidations } = commit
  const next = nextHead(head, commit)
  const isNewCover = next.cover_from !== head.cover_from
  const firstSeq = head.last_seq + 1
  for (const month of new Set(liquidations.map(({ ts }) => monthStart(ts))))
    await context.partitions.ensure('liquidation', month)
  let rowCount: number | null
  try {
    ;({ rowCount } = await context.pool.query({
      name: 'append_liquidations',
      // One statement: it writes only if the head is still the one this lease last saw.
      text:
        'with head as (update derivatives_head set commits = $4, last_seq = $5, first_ts = least(first_ts, $6::bigint), ' +
        'cover_from = $7, until_ts = $8, is_complete = $9 ' +
        'where instrument_id = $1 and epoch = $2 and commits = $3 returning instrument_id), ' +
        'cover as (insert into liquidation_coverage (instrument_id, from_ts, to_ts, is_complete) ' +
        'select instrument_id, $7::bigint, $8::bigint, $9::boolean from head where $7::bigint < $8::bigint ' +
        'on conflict (instrument_id, from_ts) do update set to_ts = excluded.to_ts), ' +
        'added as (insert into liquidation (instrument_id, ts, seq, is_long, price, lots) ' +
        'select instrument_id, given.ts, given.seq, given.is_long, given.price, given.lots from head, ' +
        'unnest($10::bigint[], $11::bigint[], $12::boolean[], $13::bigint[], $14::bigint[]) as given (ts, seq, is_long, price, lots)) ' +
        'select from head',
      values: [
        instrument.id,
        lease.epoch,
        head.commits,
        next.commits,
        next.last_seq,
        // Not the start as last seen: retention moves it.
        isNewCover ? next.cover_from : null,
        next.cover_from,
        next.until_ts,
        next.is_complete,
        liquidations.map(({ ts }) => ts),
        liquidations.map((_, i) => firstSeq + i),
        liquidations.map(({ position }) => position === 'long'),
        liquidations.map(({ priceTicks }) => priceTicks),
        liquidations.map(({ lots }) => lots),
      ],
    }))
  } catch (error) {
    // The outcome is unknown: the next commit checks the database. A copy: the caller may change its list before that.
    lease.inDoubt = { commits: next.commits, firstSeq, commit: { ...commit, liquidations: [...liquidations] } }
    throw error
  }
  if (rowCount === 0) throw new FencedError(`${instrument.symbol}: another recorder has the lease`)
  lease.head = next
  publish(context, lease, firstSeq, liquidations)
  return next.last_seq
}

/** Publishes the rows of a failed commit that was stored all the same, and returns it; null: there is none. */
async function settleDoubt(context: DerivativesContext, lease: HeldDerivativesLease): Promise<InDoubt | null> {
  const { inDoubt, instrument } = lease
  if (inDoubt === null) return null
  const head = await loadHeadRow(context.pool, instrument.id)
  if (head === null || head.epoch !== lease.epoch)
    throw new FencedError(`${instrument.symbol}: another recorder took the lease`)
  lease.inDoubt = null
  lease.head = head
  if (head.commits !== inDoubt.commits) return null
  publish(context, lease, inDoubt.firstSeq, inDoubt.commit.liquidations)
  return inDoubt
}

function publish(
  { bus }: DerivativesContext,
  { instrument: { symbol }, head }: HeldDerivativesLease,
  firstSeq: number,
  liquidations: readonly NewLiquidation[],
): void {
  bus.publish(derivativesTopic(symbol), {
    kind: 'liquidations',
    symbol,
    firstSeq,
    until: head.until_ts ?? Math.max(0, ...liquidations.map(({ ts }) => ts + 1)),
    rows: liquidations.map(({ ts, position, priceTicks, lots }) => [ts, position, priceTicks, lots] as const),
  } satisfies DerivativesEvent)
}

function nextHead(head: HeadRow, { liquidations, coverage }: LiquidationCommit): HeadRow {
  const next = { ...head, commits: head.commits + 1, last_seq: head.last_seq + liquidations.length }
  if (coverage === null) return next
  const { fromMs, untilMs, isComplete } = coverage
  const known = head.until_ts ?? -Infinity
  const isExtended = head.cover_from !== null && isComplete === head.is_complete && fromMs <= known
  const from = Math.max(fromMs, known)
  // A range that is known already begins nothing.
  if (!isExtended && untilMs <= from) return next
  return {
    ...next,
    cover_from: isExtended ? head.cover_from : from,
    until_ts: Math.max(untilMs, known),
    is_complete: isComplete,
  }
}

/** Values that the tables would refuse, or round. */
function checkCommit({ liquidations, coverage }: LiquidationCommit): void {
  const check = (isValid: boolean, rule: string, had: string): void => {
    if (!isValid) throw new RangeError(`Condition failed: ${rule}, had ${had}`)
  }
  for (const { ts, priceTicks, lots } of liquidations)
    check(
      Number.isSafeInteger(ts) && [priceTicks, lots].every((units) => Number.isSafeInteger(units) && units > 0),
      'a liquidation has a time, ticks > 0 and lots > 0 as whole numbers',
      `${lots} at ${priceTicks}, time ${ts}`,
    )
  if (coverage === null) return
  const { fromMs, untilMs } = coverage
  check(
    Number.isSafeInteger(fromMs) && Number.isSafeInteger(untilMs) && fromMs <= untilMs,
    'coverage is a range of whole ms',
    `${fromMs} to ${untilMs}`,
  )
}
