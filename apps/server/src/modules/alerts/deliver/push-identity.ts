import { createECDH } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock/index.ts'
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
  await pool.query(
    'insert into push_identity (public_key, private_key, created_at) values ($1, $2, $3) on conflict do nothing',
    [publicKey, keys.seal('push', publicKey, privateKey), new Date(clock.now())],
  )
  return (await find(pool, keys)) as PushIdentity
}

/** Throws when it was sealed with an unknown key. */
async function find(pool: Pool, keys: Keys): Promise<PushIdentity | null> {
  const { rows } = await pool.query<{ public_key: string; private_key: string }>(
    'select public_key, private_key from push_identity',
  )
  if (rows.length === 0) return null
  const [{ public_key: publicKey, private_key: sealed }] = rows
  return { publicKey, privateKey: keys.open('push', publicKey, sealed) }
}
