import { encodeTronAddress } from '@flowprint/contract'
import type { OrderQuote, SubmitOrderBody } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import pg from 'pg'
import { quoteOrder } from '../../src/modules/membership/commands/quote-order.ts'
import { reverseOrder, reviewOrder } from '../../src/modules/membership/commands/review-order.ts'
import { submitOrder } from '../../src/modules/membership/commands/submit-order.ts'
import { createClock } from '../../src/platform/clock/index.ts'
import { handlePoolErrors, numberTypes } from '../../src/platform/database/index.ts'
import { AppError } from '../../src/platform/http/index.ts'
import { servicesUnderTest } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'

/** Start time of the tests; only `setNow` moves the clock. */
export const START = Date.parse('2026-03-02T08:00:00Z')

export const RECEIVE_BYTES = '11'.repeat(20)
export const PAYER_BYTES = '22'.repeat(20)
export const RECEIVE = encodeTronAddress(RECEIVE_BYTES)
export const PAYER = encodeTronAddress(PAYER_BYTES)

let ids = 0
/** A transaction without a claim. */
export const newTransaction = (): string => (++ids).toString(16).padStart(64, '0')

/** Payments over a separate database and 16 connections, without HTTP. */
export async function orderWorld(env: Record<string, string> = {}) {
  const database = await testDatabase()
  const pool = new pg.Pool({ connectionString: database.url, types: numberTypes, max: 16 })
  handlePoolErrors(pool, () => {})
  const clock = { ...createClock(), now: () => time }
  let time = START
  let people = 0
  const { membership, events } = servicesUnderTest({ env, pool, clock }).services

  /** An activated user, registered a week before the start time. */
  async function person(given: { isAdmin?: boolean } = {}): Promise<number> {
    const name = `payer${++people}`
    const { rows } = await pool.query<{ id: number }>(
      `insert into account (username, username_key, email, email_key, first_name, last_name, password_hash, language, is_admin, created_at, activated_at)
       values ($1, $1, $2, $2, 'Ada', 'Byron', 'none', 'en', $3, $4, $4) returning id`,
      [name, `${name}@example.com`, given.isAdmin ?? false, new Date(START - 7 * DAY_MS)],
    )
    return rows[0].id
  }

  async function setting(key: string, value: unknown, at = time): Promise<void> {
    await pool.query('insert into site_setting (key, value, valid_from) values ($1, $2, $3)', [
      key,
      JSON.stringify(value),
      new Date(at),
    ])
  }

  await setting('receive_address', { network_type: 'TRC20', address: RECEIVE }, START - 30 * DAY_MS)
  const reviewer = await person({ isAdmin: true })

  const quote = (accountId: number): Promise<OrderQuote> => quoteOrder(membership, accountId, { network_type: 'TRC20' })
  const submit = (accountId: number, given: Partial<SubmitOrderBody> = {}) =>
    submitOrder(membership, accountId, {
      network_type: 'TRC20',
      payment_address: PAYER,
      transaction_id: newTransaction(),
      ...given,
    })
  const review = (id: number, given: Partial<Parameters<typeof reviewOrder>[2]> = {}, by = reviewer) =>
    reviewOrder(
      membership,
      { accountId: by, ipHash: null },
      { id, version: 1, status: 'passed', remark: 'seen', ...given },
    )
  const reverse = (id: number, given: Partial<Parameters<typeof reverseOrder>[2]> = {}, by = reviewer) =>
    reverseOrder(membership, { accountId: by, ipHash: null }, { id, remark: 'paid back', ...given })

  return {
    pool,
    clock,
    events,
    reviewer,
    deps: membership,
    person,
    setting,
    quote,
    submit,
    review,
    reverse,
    setNow: (ms: number) => void (time = ms),
    /** Rows of a query. */
    rows: async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await pool.query(sql, values)).rows,
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

export type OrderWorld = Awaited<ReturnType<typeof orderWorld>>

/** The error key of a rejection. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return error.slug
    throw error
  }
  throw new Error('was not refused')
}
