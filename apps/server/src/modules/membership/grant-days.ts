import type { Queryable } from '../../platform/database/index.ts'
import { expireTimeOf } from './membership-of.ts'
import { computeExtension } from './rules/extend.ts'

export interface Grant {
  readonly accountId: number
  /** Whole days of 24 hours, at least 1. */
  readonly days: number
  /** ms since the epoch, of the server's clock. */
  readonly at: number
  /** trial: once an account; the database refuses a second one. */
  readonly kind?: 'grant' | 'trial'
  /** Account that gives them; null = the program or a command. */
  readonly actorId: number | null
  readonly remark?: string
}

/**
 * Extends a membership by an entry of the ledger and returns the new expire time (ms since the epoch). `client` must be
 * inside a transaction: the row of the membership stays locked until it ends, so that extensions of one account follow
 * each other.
 */
export async function grantDays(client: Queryable, grant: Grant): Promise<number> {
  const { accountId, days, at, kind = 'grant', actorId, remark = '' } = grant
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError(`Condition failed: whole days, at least 1, had ${days}`)
  // Where there is no row yet, two first grants meet at the unique key instead: the second waits, then finds the first's.
  await client.query("insert into membership (account_id, expire_time) values ($1, '-infinity') on conflict do nothing", [accountId])
  await client.query('select from membership where account_id = $1 for update', [accountId])
  const { from, to } = computeExtension(await expireTimeOf(client, accountId), at, days)
  await client.query(
    `insert into membership_event (account_id, at, kind, days, from_time, to_time, actor_id, remark)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [accountId, new Date(at), kind, days, new Date(from), new Date(to), actorId, remark],
  )
  await client.query('update membership set expire_time = $2 where account_id = $1', [accountId, new Date(to)])
  return to
}
