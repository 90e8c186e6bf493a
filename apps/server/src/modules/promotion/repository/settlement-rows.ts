import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

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
