import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Marks a time step as used; false if it or a newer one was used before. */
export async function consumeOtpStep(client: Queryable, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db(client)
    .updateTable('account')
    .set({ otp_step: step })
    .where('id', '=', accountId)
    .where(({ or, eb }) => or([eb('otp_step', 'is', null), eb('otp_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a recovery code; false if there is no such unused code. */
export async function consumeRecoveryCode(client: Queryable, accountId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db(client)
    .deleteFrom('recovery_code')
    .where(({ and }) => and({ account_id: accountId, hash }))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Replaces all recovery codes; an empty list removes them. */
export async function replaceRecoveryCodes(
  client: Queryable,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await db(client).deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  await db(client)
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, hash })))
    .execute()
}
