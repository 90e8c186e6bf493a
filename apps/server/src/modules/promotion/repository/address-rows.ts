import type { Queryable } from '../../../platform/database/index.ts'
import type { KnownAddress } from '../rules/payout-address.ts'

interface AddressRow {
  address: string
  set_at: Date
  is_first: boolean
}

/** Every payout address an inviter has set, newest first. */
export async function listAddresses(client: Queryable, accountId: number): Promise<KnownAddress[]> {
  const { rows } = await client.query<AddressRow>(
    "select address, set_at, is_first from payout_address where account_id = $1 and network = 'TRC20' order by id desc",
    [accountId],
  )
  return rows.map(({ address, set_at, is_first }) => ({ address, setAt: set_at.getTime(), isFirst: is_first }))
}

/** The current payout address, or null. */
export async function findAddress(client: Queryable, accountId: number): Promise<KnownAddress | null> {
  const { rows } = await client.query<AddressRow>(
    "select address, set_at, is_first from payout_address where account_id = $1 and network = 'TRC20' order by id desc limit 1",
    [accountId],
  )
  return rows.length === 0
    ? null
    : { address: rows[0].address, setAt: rows[0].set_at.getTime(), isFirst: rows[0].is_first }
}

export async function insertAddress(
  client: Queryable,
  accountId: number,
  { address, setAt, isFirst }: KnownAddress,
): Promise<void> {
  await client.query(
    "insert into payout_address (account_id, network, address, set_at, is_first) values ($1, 'TRC20', $2, $3, $4)",
    [accountId, address, new Date(setAt), isFirst],
  )
}

/** Whether another account has or had this address. */
export async function isAddressShared(client: Queryable, accountId: number, address: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from payout_address where address = $1 and account_id <> $2 limit 1',
    [address, accountId],
  )
  return rowCount !== 0
}
