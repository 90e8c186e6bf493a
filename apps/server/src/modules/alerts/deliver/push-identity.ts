import { createECDH } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock/index.ts'
import { db } from '../../../platform/database/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'

/** Key pair that identifies this installation to push services (VAPID, RFC 8292): base64url. */
export interface PushIdentity {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Created once by the first process that needs it and stored encrypted under APP_KEY: another key would end every
 * subscription.
 */
export async function loadPushIdentity({
  pool,
  keys,
  clock,
}: {
  readonly pool: Pool
  readonly keys: Keys
  readonly clock: Clock
}): Promise<PushIdentity> {
  const known = await find(pool, keys)
  if (known !== null) return known
  const made = createECDH('prime256v1')
  made.generateKeys()
  const privateKey = Buffer.concat([Buffer.alloc(32), made.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  const publicKey = made.getPublicKey().toString('base64url')
  const sealed = keys.seal('push', publicKey, privateKey)
  await db(pool)
    .insertInto('push_identity')
    .values({ public_key: publicKey, private_key: sealed, created_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find(pool, keys)) as PushIdentity
}

/** Throws when it was sealed with an unknown key. */
async function find(pool: Pool, keys: Keys): Promise<PushIdentity | null> {
  const row = await db(pool).selectFrom('push_identity').select(['public_key', 'private_key']).executeTakeFirst()
  if (row === undefined) return null
  const { public_key: publicKey, private_key: sealed } = row
  return { publicKey, privateKey: keys.open('push', publicKey, sealed) }
}
