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

/** The payout of a transaction, or null. */
export async function findSettlement(client: Queryable, settlementId: string): Promise<Settlement | null> {
  const { rows } = await client.query<{
    id: number
    settlement_id: string
    inviter_id: number
    receive_address: string
    amount: string
    operator_id: number
    settled_at: Date
  }>(
    `select id, settlement_id, inviter_id, receive_address, amount::text, operator_id, settled_at from settlement
     where network = 'TRC20' and settlement_id = $1`,
    [settlementId],
  )
  if (rows.length === 0) return null
  const [row] = rows
  return {
    id: row.id,
    settlementId: row.settlement_id,
    inviterId: row.inviter_id,
    receiveAddress: row.receive_address,
    amount: BigInt(row.amount),
    operatorId: row.operator_id,
    settledAt: row.settled_at.getTime(),
  }
}

/** Null if the transaction already belongs to another payout. */
export async function insertSettlement(client: Queryable, settlement: Omit<Settlement, 'id'>): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `insert into settlement (network, settlement_id, inviter_id, receive_address, amount, operator_id, settled_at)
     values ('TRC20', $1, $2, $3, $4, $5, $6) on conflict (network, settlement_id) do nothing returning id`,
    [
      settlement.settlementId,
      settlement.inviterId,
      settlement.receiveAddress,
      String(settlement.amount),
      settlement.operatorId,
      new Date(settlement.settledAt),
    ],
  )
  return rows[0]?.id ?? null
}

/** Rows of a payout, in order of their IDs. */
export async function dividendsOfSettlement(client: Queryable, id: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from dividend where settlement_id = $1 order by id', [
    id,
  ])
  return rows.map((row) => row.id)
}

/** Payouts to an account, oldest first. */
export async function listSettlements(
  client: Queryable,
  inviterId: number,
): Promise<Pick<Settlement, 'settlementId' | 'receiveAddress' | 'amount' | 'settledAt'>[]> {
  const { rows } = await client.query<{
    settlement_id: string
    receive_address: string
    amount: string
    settled_at: Date
  }>(
    'select settlement_id, receive_address, amount::text, settled_at from settlement where inviter_id = $1 order by id',
    [inviterId],
  )
  return rows.map((row) => ({
    settlementId: row.settlement_id,
    receiveAddress: row.receive_address,
    amount: BigInt(row.amount),
    settledAt: row.settled_at.getTime(),
  }))
}
