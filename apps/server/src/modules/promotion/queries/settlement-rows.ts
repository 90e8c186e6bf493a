import { sql } from 'kysely'
import type { InferResult, NotNull } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { KnownAddress } from '../rules/decide-settlement.ts'

/** A payout. Amounts in micro-USDT, times in ms. */
export interface Settlement {
  readonly id: number
  /** ID of the payout transaction. */
  readonly settlementId: string
  readonly inviterId: number
  readonly receiveAddress: string
  readonly amount: bigint
  readonly operatorId: number
  readonly settledAt: number
}

const select = (client: Queryable) =>
  db(client)
    .selectFrom('settlement')
    .select(['id', 'settlement_id as settlementId', 'inviter_id as inviterId', 'receive_address as receiveAddress'])
    .select(['operator_id as operatorId', 'settled_at', sql<string>`amount::text`.as('amount')])

const settlementOf = ({ settled_at, amount, ...row }: InferResult<ReturnType<typeof select>>[number]): Settlement => ({
  ...row,
  amount: BigInt(amount),
  settledAt: settled_at.getTime(),
})

/** The payout of a transaction, or null. */
export async function findSettlement(client: Queryable, settlementId: string): Promise<Settlement | null> {
  const row = await select(client)
    .where(({ and }) => and({ network: 'TRC20', settlement_id: settlementId }))
    .executeTakeFirst()
  return row === undefined ? null : settlementOf(row)
}

/** Null if the transaction already belongs to another payout. */
export async function insertSettlement(client: Queryable, settlement: Omit<Settlement, 'id'>): Promise<number | null> {
  const row = await db(client)
    .insertInto('settlement')
    .values({
      network: 'TRC20',
      settlement_id: settlement.settlementId,
      inviter_id: settlement.inviterId,
      receive_address: settlement.receiveAddress,
      amount: settlement.amount,
      operator_id: settlement.operatorId,
      settled_at: new Date(settlement.settledAt),
    })
    .onConflict((conflict) => conflict.columns(['network', 'settlement_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Rows of a payout, in order of their IDs. */
export async function dividendsOfSettlement(client: Queryable, id: number): Promise<number[]> {
  const query = db(client).selectFrom('dividend').select('id').where('settlement_id', '=', id).orderBy('id')
  return (await query.execute()).map((row) => row.id)
}

/** Payouts to an account, oldest first. */
export async function listSettlements(
  client: Queryable,
  inviterId: number,
): Promise<Pick<Settlement, 'settlementId' | 'receiveAddress' | 'amount' | 'settledAt'>[]> {
  return (await select(client).where('inviter_id', '=', inviterId).orderBy('id').execute()).map(settlementOf)
}

/** An invitee who has not earned the inviter a share. */
export interface UnpaidInvitee {
  /** ID of the invitee. */
  readonly id: number
  readonly invitee_name: string
  readonly register_time: string
  readonly inviter_id: number
  readonly inviter_name: string
}

/** Unpaid invitees of one inviter or of all, after an ID, in order of their IDs: for exports. */
export async function unpaidAfter(
  client: Queryable,
  { inviterId }: { readonly inviterId?: number },
  afterId: number,
  size: number,
): Promise<UnpaidInvitee[]> {
  const invitees = db(client)
    .selectFrom('referral')
    .selectAll()
    .where('invitee_id', '>', afterId)
    .where('inviter_id', 'is not', null)
    .where('dividends', '=', 0)
    .$if(inviterId !== undefined, (query) => query.where('inviter_id', '=', inviterId ?? null))
    .orderBy('invitee_id')
    .limit(size)
    .$narrowType<{ inviter_id: NotNull }>()
  const rows = await db(client)
    .selectFrom(invitees.as('r'))
    .select(['r.invitee_id as id', 'r.registered_at', 'r.inviter_id'])
    .select(sql<string>`(select username from account where id = r.invitee_id)`.as('invitee_name'))
    .select(sql<string>`(select username from account where id = r.inviter_id)`.as('inviter_name'))
    .orderBy('r.invitee_id')
    .execute()
  return rows.map(({ registered_at, ...row }) => ({ ...row, register_time: registered_at.toISOString() }))
}

const newestFirst = (client: Queryable, accountId: number) =>
  db(client)
    .selectFrom('payout_address')
    .select(['address', 'set_at', 'is_first'])
    .where(({ and }) => and({ account_id: accountId, network: 'TRC20' }))
    .orderBy('id', 'desc')

const addressOf = (row: { address: string; set_at: Date; is_first: boolean }): KnownAddress => ({
  address: row.address,
  setAt: row.set_at.getTime(),
  isFirst: row.is_first,
})

/** Every payout address an inviter has set, newest first. */
export async function listAddresses(client: Queryable, accountId: number): Promise<KnownAddress[]> {
  return (await newestFirst(client, accountId).execute()).map(addressOf)
}

/** The current payout address, or null. */
export async function findAddress(client: Queryable, accountId: number): Promise<KnownAddress | null> {
  const row = await newestFirst(client, accountId).limit(1).executeTakeFirst()
  return row === undefined ? null : addressOf(row)
}

export async function insertAddress(
  client: Queryable,
  accountId: number,
  { address, setAt, isFirst }: KnownAddress,
): Promise<void> {
  await db(client)
    .insertInto('payout_address')
    .values({ account_id: accountId, network: 'TRC20', address, set_at: new Date(setAt), is_first: isFirst })
    .execute()
}

/** Whether another account has or had this address. */
export async function isAddressShared(client: Queryable, accountId: number, address: string): Promise<boolean> {
  const query = db(client).selectFrom('payout_address').where('address', '=', address)
  return (await query.where('account_id', '<>', accountId).limit(1).executeTakeFirst()) !== undefined
}
