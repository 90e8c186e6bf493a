import type { Queryable } from '../../../platform/database/index.ts'

/** Takes a time step; false: it, or a newer one, was taken before. */
export async function takeOtpStep(client: Queryable, accountId: number, step: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'update account set otp_step = $2 where id = $1 and (otp_step is null or otp_step < $2)',
    [accountId, step],
  )
  return rowCount === 1
}

/** Takes a recovery code; false: there is no such unused one. */
export async function takeRecoveryCode(client: Queryable, accountId: number, hash: Buffer): Promise<boolean> {
  const { rowCount } = await client.query('delete from recovery_code where account_id = $1 and hash = $2', [
    accountId,
    hash,
  ])
  return rowCount === 1
}

/** In place of those before; none = there are none any more. */
export async function replaceRecoveryCodes(
  client: Queryable,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await client.query('delete from recovery_code where account_id = $1', [accountId])
  for (const hash of hashes)
    await client.query('insert into recovery_code (account_id, hash) values ($1, $2)', [accountId, hash])
}
