import type { Queryable } from '../../../platform/database/index.ts'

/** Marks a time step as used; false if it or a newer one was used before. */
export async function consumeOtpStep(client: Queryable, accountId: number, step: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'update account set otp_step = $2 where id = $1 and (otp_step is null or otp_step < $2)',
    [accountId, step],
  )
  return rowCount === 1
}

/** Uses up a recovery code; false if there is no such unused code. */
export async function consumeRecoveryCode(client: Queryable, accountId: number, hash: Buffer): Promise<boolean> {
  const { rowCount } = await client.query('delete from recovery_code where account_id = $1 and hash = $2', [
    accountId,
    hash,
  ])
  return rowCount === 1
}

/** Replaces all recovery codes; an empty list removes them. */
export async function replaceRecoveryCodes(
  client: Queryable,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await client.query('delete from recovery_code where account_id = $1', [accountId])
  for (const hash of hashes)
    await client.query('insert into recovery_code (account_id, hash) values ($1, $2)', [accountId, hash])
}
