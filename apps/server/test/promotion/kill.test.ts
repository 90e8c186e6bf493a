// @module-tag long
// A process that crashes between any two statements of any command leaves no partial state.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookWorld, newTransaction } from './book-world.ts'
import type { BookWorld, Commands } from './book-world.ts'

class Killed extends Error {}

/** A pool whose connection is cut right before the given statement, counted over all, or right after the commit was sent. */
function dyingPool(pool: pg.Pool, atStatement: number): { readonly pool: pg.Pool; readonly died: () => boolean } {
  let statements = 0
  let dead = false
  const cut = (client: pg.PoolClient): void => {
    dead = true
    client.on('error', () => {})
    ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
  const dying = {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      return {
        query(text: string, values?: unknown[]) {
          if (!dead && ++statements === atStatement) cut(client)
          return dead ? Promise.reject(new Killed()) : client.query(text, values)
        },
        release: () => client.release(dead ? new Killed() : undefined),
      }
    },
    query: (text: string, values?: unknown[]) => (dead ? Promise.reject(new Killed()) : pool.query(text, values)),
  }
  return { pool: dying as unknown as pg.Pool, died: () => dead }
}

let world: BookWorld
beforeAll(async () => {
  world = await bookWorld()
})
afterAll(() => world.close())

/** A user with an inviter, and that inviter, who has a payout address. */
async function pair(): Promise<{ inviter: number; invitee: number }> {
  const inviter = await world.inviter()
  await world.address(inviter, inviter)
  return { inviter, invitee: await world.person(world.codeOf(inviter)) }
}

async function passed(): Promise<{ inviter: number; order: number }> {
  const { inviter, invitee } = await pair()
  const { id: order } = await world.submit(invitee)
  await world.review(order, { amount: '199' })
  return { inviter, order }
}

/** A command that is retried until it survives. */
const COMMANDS: readonly [string, () => Promise<(commands: Commands) => Promise<unknown>>][] = [
  [
    'an activation',
    async () => {
      const inviter = await world.inviter()
      const invitee = await world.account({ code: world.codeOf(inviter) })
      return (commands) => commands.activate(invitee)
    },
  ],
  [
    'a submission',
    async () => {
      const { invitee } = await pair()
      return (commands) => commands.submit(invitee)
    },
  ],
  [
    'a passing review',
    async () => {
      const { id } = await world.submit((await pair()).invitee)
      // Checked already: only the writes of the review are counted.
      await world.pool.query("update payment_order set check_state = 'error' where id = $1", [id])
      return (commands) => commands.review(id)
    },
  ],
  [
    'a refusing review',
    async () => {
      const { id } = await world.submit((await pair()).invitee)
      return (commands) => commands.review(id, { status: 'refused' })
    },
  ],
  [
    'the reversal of an order whose share waits',
    async () => {
      const { order } = await passed()
      return (commands) => commands.reverse(order)
    },
  ],
  [
    'the reversal of an order whose share was settled',
    async () => {
      const { inviter, order } = await passed()
      await world.settle(inviter, '19.9')
      return (commands) => commands.reverse(order)
    },
  ],
  [
    'a payout',
    async () => {
      const { inviter } = await passed()
      const transaction = newTransaction()
      return (commands) => commands.settle(inviter, '19.9', transaction)
    },
  ],
  [
    'a payout address',
    async () => {
      const { inviter } = await passed()
      return (commands) => commands.address(inviter, 77)
    },
  ],
  [
    'a reminder',
    async () => {
      const { inviter } = await passed()
      return (commands) => commands.remind(inviter)
    },
  ],
]

const TABLES = [
  'account',
  'referral',
  'promoter',
  'payout_address',
  'order_quote',
  'payment_order',
  'order_dispute',
  'membership',
  'membership_event',
  'share_decision',
  'share_reversal',
  'dividend',
  'settlement',
  'dividend_mail',
  'dividend_mail_row',
  'mail_outbox',
  'audit_log',
]
/** All written data, row by row. */
const DIGEST = `select md5(concat(${TABLES.map((table) => `(select string_agg(t::text, ',' order by t::text) from ${table} t)`).join(', ')})) as digest`
const digest = async (): Promise<unknown> => (await world.rows(DIGEST))[0]['digest']

test.each(COMMANDS)('a crash of %s changes nothing or completes, and the books are correct', async (_name, prepare) => {
  const command = await prepare()
  const before = await digest()
  let deaths = 0
  for (let statement = 1; ; statement++) {
    const { pool, died } = dyingPool(world.pool, statement)
    const survived = await command(world.commands(pool)).then(
      () => true,
      (error: unknown) => {
        if (!died()) throw error
        return false
      },
    )
    // The last crash of a call may be after its commit, while it only waits for the mail server.
    const changed = (await digest()) !== before
    if (changed || statement % 5 === 0) expect(await world.faults()).toEqual([])
    if (survived) expect(changed).toBe(true)
    if (changed) break
    deaths = statement
  }
  expect(deaths).toBeGreaterThan(5)
})
