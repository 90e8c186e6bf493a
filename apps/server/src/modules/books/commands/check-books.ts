import { DAY_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { db, inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { ORDER_CHECKS, RECORD_CHECKS, SHARE_CHECKS, SUM_CHECKS } from '../queries/checks.ts'
import type { BookCheck } from '../queries/checks.ts'
import { replayLevels, replayMemberships } from '../queries/replay.ts'

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
  await db(client)
    .insertInto('books_check')
    .values({ checked_at: new Date(at), faults: JSON.stringify(faults) })
    .execute()
}

/** Checks the books unless they were checked within the last day; null then. `now` in ms. */
export async function checkBooksDaily(pool: Pool, now: number): Promise<Books | null> {
  const recent = await db(pool)
    .selectFrom('books_check')
    .where('checked_at', '>', new Date(now - DAY_MS))
    .limit(1)
    .executeTakeFirst()
  return recent === undefined ? checkBooksNow(pool, now) : null
}

/** Checks the books and stores the result. `now` in ms. */
export async function checkBooksNow(pool: Pool, now: number): Promise<Books> {
  const books = await checkBooks(pool)
  await saveCheck(pool, books.faults, now)
  return books
}

function countBooks(client: Queryable): Promise<Omit<Books, 'faults'>> {
  const count = (table: 'payment_order' | 'dividend' | 'settlement') =>
    db(client)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .$asScalar()
      .$notNull()
  return db(client)
    .selectNoFrom([
      count('payment_order').as('orders'),
      count('dividend').as('dividends'),
      count('settlement').as('settlements'),
    ])
    .executeTakeFirstOrThrow()
}

const sentence = (rule: string, fault: string, count: number, ids: readonly (string | number)[]): string =>
  `${rule}: ${fault}: ${count} (${ids.join(', ')}${count > ids.length ? ', …' : ''})`
