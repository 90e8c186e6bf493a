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

/** Max liquidations of one statement, if it has more than one market. */
const MAX_GROUP_ROWS = 20_000

interface WaitingCommit {
  readonly lease: HeldDerivativesLease
  readonly commit: LiquidationCommit
  readonly resolve: (lastSeq: number) => void
  readonly reject: (error: unknown) => void
}

/** A commit with the head that it makes. */
interface PreparedCommit extends WaitingCommit {
  readonly firstSeq: number
  readonly next: HeadRow
}

/**
 * The commits of all recorders of a process; see `DerivativesStore.append`. Those that wait are stored by one statement, one
 * statement after the other: hundreds of perpetuals extend their coverage each second.
 */
export class GroupedCommits {
  readonly #context: DerivativesContext
  #waiting: WaitingCommit[] = []
  #isRunning = false

  constructor(context: DerivativesContext) {
    this.#context = context
  }

  async append(lease: HeldDerivativesLease, commit: LiquidationCommit): Promise<number> {
    lease.assertHeld()
    checkCommit(commit)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#waiting.push({ lease, commit, resolve, reject })
    if (!this.#isRunning) {
      this.#isRunning = true
      // Recorders commit at the same moments: their other commits of this turn belong to the group.
      setImmediate(() => void this.#run())
    }
    return promise
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#store(await this.#prepare(this.#takeGroup()))
    this.#isRunning = false
  }

  /** At most one commit per lease: the next one continues its head. */
  #takeGroup(): WaitingCommit[] {
    const group = new Map<HeldDerivativesLease, WaitingCommit>()
    let rows = 0
    for (const waiting of this.#waiting) {
      const { length } = waiting.commit.liquidations
      if (group.has(waiting.lease)) continue
      if (group.size > 0 && rows + length > MAX_GROUP_ROWS) break
      group.set(waiting.lease, waiting)
      rows += length
    }
    this.#waiting = this.#waiting.filter((waiting) => group.get(waiting.lease) !== waiting)
    return [...group.values()]
  }

  /** Settles what cannot be stored, or is stored already. */
  async #prepare(group: readonly WaitingCommit[]): Promise<PreparedCommit[]> {
    const prepared: PreparedCommit[] = []
    for (const waiting of group) {
      const { lease, commit, resolve, reject } = waiting
      try {
        lease.assertHeld()
        const settled = await settleDoubt(this.#context, lease)
        if (settled !== null && isDeepStrictEqual(settled.commit, commit)) {
          resolve(lease.head.last_seq)
          continue
        }
        for (const month of new Set(commit.liquidations.map(({ ts }) => monthStart(ts))))
          await this.#context.partitions.ensure('liquidation', month)
        prepared.push({ ...waiting, firstSeq: lease.head.last_seq + 1, next: nextHead(lease.head, commit) })
      } catch (error) {
        reject(error)
      }
    }
    return prepared
  }

  async #store(group: readonly PreparedCommit[]): Promise<void> {
    if (group.length === 0) return
    let stored: ReadonlySet<number>
    try {
      stored = await writeCommits(this.#context, group)
    } catch (error) {
      // Values that PostgreSQL refuses must not hold up the other markets.
      if (group.length > 1 && isDataError(error)) {
        for (const one of group) await this.#store([one])
        return
      }
      for (const { lease, commit, firstSeq, next, reject } of group) {
        // The outcome is unknown: the next commit checks the database. A copy: the caller may change its list before that.
        lease.inDoubt = {
          commits: next.commits,
          firstSeq,
          commit: { ...commit, liquidations: [...commit.liquidations] },
        }
        reject(error)
      }
      return
    }
    for (const { lease, commit, firstSeq, next, resolve, reject } of group) {
      const { id, symbol } = lease.instrument
      if (!stored.has(id)) {
        reject(new FencedError(`${symbol}: another recorder has the lease`))
        continue
      }
      lease.head = next
      resolve(next.last_seq)
      publish(this.#context, lease, firstSeq, commit.liquidations)
    }
  }
}

/** Classes of SQLSTATE: data exception, integrity constraint violation. */
const isDataError = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { readonly code?: unknown } | null)?.code ?? ''))

/**
 * One statement for the commits of several markets.
 * Output  ids of the instruments whose head was still the one their lease last saw: nothing is stored of the others.
 */
async function writeCommits(
  { pool }: DerivativesContext,
  group: readonly PreparedCommit[],
): Promise<ReadonlySet<number>> {
  const rows = group.flatMap(({ lease, commit, firstSeq }) =>
    commit.liquidations.map((row, i) => ({ ...row, id: lease.instrument.id, seq: firstSeq + i })),
  )
  const { rows: stored } = await pool.query<{ readonly instrument_id: number }>({
    name: 'append_liquidations',
    text:
      'with given as (select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], ' +
      '$7::bigint[], $8::bigint[], $9::boolean[]) ' +
      'as given (instrument_id, epoch, commits, next_commits, last_seq, first_ts, cover_from, until_ts, is_complete)), ' +
      'head as (update derivatives_head set commits = given.next_commits, last_seq = given.last_seq, ' +
      'first_ts = least(derivatives_head.first_ts, given.first_ts), cover_from = given.cover_from, until_ts = given.until_ts, ' +
      'is_complete = given.is_complete from given where derivatives_head.instrument_id = any($1::int[]) ' +
      'and derivatives_head.instrument_id = given.instrument_id ' +
      'and derivatives_head.epoch = given.epoch and derivatives_head.commits = given.commits ' +
      'returning derivatives_head.instrument_id, given.cover_from, given.until_ts, given.is_complete), ' +
      'cover as (insert into liquidation_coverage (instrument_id, from_ts, to_ts, is_complete) ' +
      'select instrument_id, cover_from, until_ts, is_complete from head where cover_from < until_ts ' +
      'on conflict (instrument_id, from_ts) do update set to_ts = excluded.to_ts), ' +
      'rows as (insert into liquidation (instrument_id, ts, seq, is_long, price, lots) ' +
      'select instrument_id, added.ts, added.seq, added.is_long, added.price, added.lots from head join ' +
      'unnest($10::int[], $11::bigint[], $12::bigint[], $13::boolean[], $14::bigint[], $15::bigint[]) ' +
      'as added (instrument_id, ts, seq, is_long, price, lots) using (instrument_id)) ' +
      'select instrument_id from head',
    values: [
      group.map(({ lease }) => lease.instrument.id),
      group.map(({ lease }) => lease.epoch),
      group.map(({ lease }) => lease.head.commits),
      group.map(({ next }) => next.commits),
      group.map(({ next }) => next.last_seq),
      // Only of a new coverage, not the start as last seen: retention moves it.
      group.map(({ lease, next }) => (next.cover_from === lease.head.cover_from ? null : next.cover_from)),
      group.map(({ next }) => next.cover_from),
      group.map(({ next }) => next.until_ts),
      group.map(({ next }) => next.is_complete),
      rows.map(({ id }) => id),
      rows.map(({ ts }) => ts),
      rows.map(({ seq }) => seq),
      rows.map(({ position }) => position === 'long'),
      rows.map(({ priceTicks }) => priceTicks),
      rows.map(({ lots }) => lots),
    ],
  })
  return new Set(stored.map(({ instrument_id: id }) => id))
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
