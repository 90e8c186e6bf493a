import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { KnownAddress } from '../rules/payout-address.ts'

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
