import type { Pool } from 'pg'
import type { Queryable } from '../../platform/database/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import type { BookCheck } from './book-check.ts'
import { ORDER_CHECKS } from './checks/orders.ts'
import { RECORD_CHECKS } from './checks/records.ts'
import { SHARE_CHECKS } from './checks/shares.ts'
import { SUM_CHECKS } from './checks/sums.ts'
import { replayLevels } from './replay-levels.ts'
import { replayMemberships } from './replay-memberships.ts'

const CHECKS: readonly BookCheck[] = [...ORDER_CHECKS, ...SHARE_CHECKS, ...SUM_CHECKS, ...RECORD_CHECKS]
/** Maximum number of IDs listed per fault. */
const MAX_LISTED_IDS = 5

export interface Books {
  readonly orders: number
  readonly dividends: number
  readonly settlements: number
  /** One sentence per fault; empty if all invariants hold. */
  readonly faults: readonly string[]
}

/** Recomputes every invariant of the books from the ledger, in one snapshot and without blocking writers. */
export async function checkBooks(pool: Pool): Promise<Books> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    // About 36 queries run once each: compiling them takes longer than running them.
    await client.query('set local jit = off')
    const faults = await findFaults(client)
    return { ...(await countBooks(client)), faults }
  })
}

/** One sentence per fault; empty if all invariants hold. */
export async function findFaults(client: Queryable): Promise<string[]> {
  const faults: string[] = []
  for (const { rule, fault, sql } of CHECKS) {
    const { rows } = await client.query<{ n: number; some: string[] | null }>(
      `select count(*)::int as n, (array_agg(id::text order by id))[1:${MAX_LISTED_IDS}] as some from (${sql}) bad`,
    )
    if (rows[0].n > 0) faults.push(sentence(rule, fault, rows[0].n, rows[0].some ?? []))
  }
  const replays = [
    ['I10', 'membership that does not end when its ledger says', await replayMemberships(client)],
    ['I16', 'share not decided by the rules valid at that time', await replayLevels(client)],
  ] as const
  for (const [rule, fault, ids] of replays)
    if (ids.length > 0) faults.push(sentence(rule, fault, ids.length, ids.slice(0, MAX_LISTED_IDS)))
  return faults
}

/** Stores the result for the admin overview. */
async function saveCheck(client: Queryable, faults: readonly string[], at: number): Promise<void> {
  await client.query('insert into books_check (checked_at, faults) values ($1, $2)', [
    new Date(at),
    JSON.stringify(faults),
  ])
}

const DAY_MS = 86_400_000

/** Checks the books unless they were checked within the last day; null then. `now` in ms. */
export async function checkBooksDaily(pool: Pool, now: number): Promise<Books | null> {
  const { rowCount } = await pool.query('select from books_check where checked_at > $1 limit 1', [
    new Date(now - DAY_MS),
  ])
  return rowCount === 0 ? checkBooksNow(pool, now) : null
}

/** Checks the books and stores the result. `now` in ms. */
export async function checkBooksNow(pool: Pool, now: number): Promise<Books> {
  const books = await checkBooks(pool)
  await saveCheck(pool, books.faults, now)
  return books
}

async function countBooks(client: Queryable): Promise<Omit<Books, 'faults'>> {
  const { rows } = await client.query<Omit<Books, 'faults'>>(
    `select (select count(*)::int from payment_order) as orders, (select count(*)::int from dividend) as dividends, (select count(*)::int from settlement) as settlements`,
  )
  return rows[0]
}

const sentence = (rule: string, fault: string, count: number, ids: readonly (string | number)[]): string =>
  `${rule}: ${fault}: ${count} (${ids.join(', ')}${count > ids.length ? ', …' : ''})`
