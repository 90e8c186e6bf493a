import { encodeTronAddress } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import pg from 'pg'
import { insertReferral } from '../../src/modules/accounts/queries/referral-rows.ts'
import { checkBooks } from '../../src/modules/books/commands/check-books.ts'
import { quoteOrder } from '../../src/modules/membership/commands/quote-order.ts'
import { reverseOrder, reviewOrder } from '../../src/modules/membership/commands/review-order.ts'
import { submitOrder } from '../../src/modules/membership/commands/submit-order.ts'
import { sendReminder } from '../../src/modules/promotion/commands/send-reminder.ts'
import { setReceiveAddress } from '../../src/modules/promotion/commands/set-terms.ts'
import { settleShares } from '../../src/modules/promotion/commands/settle.ts'
import { createClock } from '../../src/platform/clock/index.ts'
import { handlePoolErrors, inTransaction, numberTypes } from '../../src/platform/database/index.ts'
import { AppError } from '../../src/platform/http/index.ts'
import { servicesUnderTest } from '../app-under-test.ts'
import { testDatabase } from '../test-database.ts'

/** Start time of the tests; only `setNow` moves the clock. */
export const START = Date.parse('2026-03-02T08:00:00Z')
const RECEIVE = encodeTronAddress('11'.repeat(20))
const PAYER = encodeTronAddress('22'.repeat(20))

/** An address and a transaction derived from a number. */
export const addressOf = (n: number): string => encodeTronAddress((n + 1000).toString(16).padStart(40, '0'))
let transactions = 0
export const newTransaction = (): string => (++transactions).toString(16).padStart(64, '0')

/** Payments and promotion over a separate database and 16 connections, without HTTP. */
export async function bookWorld() {
  const database = await testDatabase()
  const pool = new pg.Pool({ connectionString: database.url, types: numberTypes, max: 16 })
  handlePoolErrors(pool, () => {})
  const clock = { ...createClock(), now: () => time }
  let time = START
  let people = 0
  const business = (over: pg.Pool) => servicesUnderTest({ pool: over, clock }).services

  /** Every command over a pool: the world's own, or one whose connections are cut. */
  function commands(over: pg.Pool) {
    const { membership, promotion, events } = business(over)
    const by = (accountId: number) => ({ accountId, ipHash: null })
    return {
      submit: (accountId: number, transaction = newTransaction()) =>
        submitOrder(membership, accountId, {
          network_type: 'TRC20',
          payment_address: PAYER,
          transaction_id: transaction,
        }),
      quote: (accountId: number) => quoteOrder(membership, accountId, { network_type: 'TRC20' }),
      review: (id: number, given: Partial<Parameters<typeof reviewOrder>[2]> = {}, who = admin) =>
        reviewOrder(membership, by(who), {
          id,
          version: 1,
          status: 'passed',
          remark: 'seen',
          accept_underpaid: true,
          ...given,
        }),
      reverse: (id: number, days?: 'ahead' | 'all', who = admin) =>
        reverseOrder(membership, by(who), { id, remark: 'paid back', ...(days === undefined ? {} : { days }) }),
      /** To the current address of the inviter. */
      settle: async (
        inviterId: number,
        amount: string,
        settlementId = newTransaction(),
        ids?: readonly number[],
        who = admin,
      ) =>
        settleShares(promotion, by(who), {
          inviter_id: inviterId,
          settlement_amount: amount,
          settlement_id: settlementId,
          network_type: 'TRC20',
          receive_address: await payoutAddress(inviterId),
          remark: 'sent',
          ...(ids === undefined ? {} : { dividend_ids: [...ids] }),
        }),
      address: (inviterId: number, n: number) =>
        setReceiveAddress(promotion, by(inviterId), { network_type: 'TRC20', receive_address: addressOf(n) }),
      remind: (inviterId: number, who = admin) => sendReminder(promotion, by(who), inviterId),
      /** Like the link of the mail. */
      activate: (accountId: number) =>
        inTransaction(over, async (client) => {
          await client.query('select from account where id = $1 for update', [accountId])
          const { rowCount } = await client.query(
            'update account set activated_at = $2 where id = $1 and activated_at is null',
            [accountId, new Date(time)],
          )
          if (rowCount === 1) await events.emit(client, 'accountActivated', { accountId, at: time })
        }),
    }
  }

  async function payoutAddress(inviterId: number): Promise<string> {
    const { rows } = await pool.query<{ address: string }>(
      'select address from payout_address where account_id = $1 order by id desc limit 1',
      [inviterId],
    )
    return rows[0]?.address ?? ''
  }

  async function account(given: { isAdmin?: boolean; code?: string } = {}): Promise<number> {
    const name = `person${++people}`
    const { rows } = await pool.query<{ id: number }>(
      `insert into account (username, username_key, email, email_key, first_name, last_name, password_hash, language, is_admin, created_at)
       values ($1, $1, $2, $2, 'Ada', 'Byron', 'none', 'en', $3, $4) returning id`,
      [name, `${name}@example.com`, given.isAdmin ?? false, new Date(time)],
    )
    if (given.code !== undefined) await insertReferral(pool, rows[0].id, given.code, time)
    return rows[0].id
  }

  const admin = await account({ isAdmin: true })
  const setting = async (key: string, value: unknown, at = time): Promise<void> =>
    void (await pool.query('insert into site_setting (key, value, valid_from) values ($1, $2, $3)', [
      key,
      JSON.stringify(value),
      new Date(at),
    ]))
  await setting('receive_address', { network_type: 'TRC20', address: RECEIVE }, START - 30 * DAY_MS)
  // The first quote is a thousandth above the price: 199.000000.
  await setting('discount', { price: '198.999000', start: null, end: null }, START - 30 * DAY_MS)
  const own = commands(pool)

  return {
    ...own,
    pool,
    url: database.url,
    admin,
    commands,
    account,
    setting,
    setNow: (ms: number) => void (time = ms),
    now: () => time,
    codeOf: (id: number) => `CODE${id}`,
    async person(code?: string): Promise<number> {
      const id = await account(code === undefined ? {} : { code })
      await own.activate(id)
      return id
    },
    setRole: async (id: number, isInviter: boolean): Promise<void> =>
      void (await pool.query('update account set is_inviter = $2, invite_code = $3 where id = $1', [
        id,
        isInviter,
        isInviter ? `CODE${id}` : null,
      ])),
    async inviter(): Promise<number> {
      const id = await this.person()
      await this.setRole(id, true)
      return id
    },
    /** Rows of a query. */
    rows: async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await pool.query(sql, values)).rows,
    faults: async (): Promise<readonly string[]> => (await checkBooks(pool)).faults,
    async close() {
      await pool.end()
      await database.drop()
    },
  }
}

export type BookWorld = Awaited<ReturnType<typeof bookWorld>>
export type Commands = ReturnType<BookWorld['commands']>

/** 'ok', or the error key of a rejection; any other error is rethrown. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.slug
    throw error
  }
}
