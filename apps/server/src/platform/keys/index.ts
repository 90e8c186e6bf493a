import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '@flowprint/orderflow'
import type { Queryable } from '../database/index.ts'
import { codeOf, StartError } from '../errors/index.ts'

/** Purposes of keys; a separate key for each is derived from APP_KEY. */
type Purpose = 'mail' | 'otp' | 'limit' | 'address' | 'session' | 'push' | 'webhook' | 'check'

/** Encryption of secrets at rest. The key itself never leaves this object. */
export interface Keys {
  /** Encrypts (AES-256-GCM). `owner` names the row: text sealed for one owner cannot be opened for another. */
  seal(purpose: Purpose, owner: string, plain: string): string
  /** Throws when the text was modified, belongs to another owner, or was sealed with an unknown key. */
  open(purpose: Purpose, owner: string, sealed: string): string
  /** Keyed hash of 32 bytes; without the key inputs cannot be guessed. */
  mac(purpose: Purpose, text: string): Buffer
  /** A request's address in storable form: keyed hash with a salt that changes every 90 days. */
  hashAddress(ip: string, atMs: number): Buffer
}

const NONCE = 12
const TAG = 16
const SALT_MS = 90 * DAY_MS

/** Key id, stored in sealed texts and backups; does not reveal the key. */
export const keyIdOf = (key: string): string =>
  createHash('sha256').update(`flowprint key ${key}`).digest('base64url').slice(0, 6)

/** `appKeys`: the current key, then older ones that can still open what they sealed. */
export function createKeys(appKeys: readonly string[]): Keys {
  const ring = appKeys.map((key) => ({ id: keyIdOf(key), key }))
  const derived = new Map<string, Buffer>()
  const keyFor = (id: string, purpose: Purpose): Buffer => {
    const name = `${id} ${purpose}`
    const known = derived.get(name)
    if (known !== undefined) return known
    const master = ring.find((one) => one.id === id)
    if (master === undefined) throw new Error('sealed with a key that is not among those of APP_KEY')
    const key = Buffer.from(hkdfSync('sha256', master.key, '', `flowprint ${purpose}`, 32))
    derived.set(name, key)
    return key
  }
  const current = ring[0].id
  const mac = (purpose: Purpose, text: string): Buffer =>
    createHmac('sha256', keyFor(current, purpose)).update(text).digest()
  return {
    seal(purpose, owner, plain) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, purpose), nonce).setAAD(Buffer.from(owner))
      const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${current}.${Buffer.concat(parts).toString('base64url')}`
    },
    open(purpose, owner, sealed) {
      const [id, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length < NONCE + TAG) throw new Error('not a sealed text')
      const cipher = createDecipheriv('aes-256-gcm', keyFor(id, purpose), bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      })
      cipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG))
      return Buffer.concat([cipher.update(bytes.subarray(NONCE, -TAG)), cipher.final()]).toString('utf8')
    },
    mac,
    hashAddress: (ip, atMs) => mac('address', `${Math.floor(atMs / SALT_MS)} ${ip}`),
  }
}

/** APP_KEY, or in development a key generated once and kept in `DATA_DIR/app-key` (mode 0600). */
export function loadAppKeys(env: { readonly appKeys: readonly string[]; readonly dataDir: string }): readonly string[] {
  if (env.appKeys.length > 0) return env.appKeys
  const path = join(env.dataDir, 'app-key')
  try {
    mkdirSync(env.dataDir, { recursive: true })
    // Exclusive create: of two processes that start at once one writes the key, the other reads it.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new StartError(`The key of this installation cannot be kept at ${path}: ${(error as Error).message}`)
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < 32) throw new StartError(`${path} holds no key: remove it and a new one is made, or set APP_KEY.`)
  return [key]
}

const CHECK_OWNER = 'installation'

/**
 * Compares the keys with those that this installation uses: several processes with different keys could not open each
 * other's mails and second factors. The first start stores a text sealed with its key; every later one must open it and
 * seals it with its current key, so that a rotated key remains known when the old one is removed. Throws StartError.
 */
export async function checkKeys(client: Queryable, keys: Keys): Promise<void> {
  const sealed = keys.seal('check', CHECK_OWNER, '')
  await client.query('insert into key_check (sealed) values ($1) on conflict do nothing', [sealed])
  const { rows } = await client.query<{ sealed: string }>('select sealed from key_check')
  try {
    keys.open('check', CHECK_OWNER, rows[0].sealed)
  } catch {
    throw new StartError(
      'APP_KEY differs from the one that this database is used with: all nodes need the same. To rotate it: APP_KEY=new,old. ' +
        'If the old one is lost: npm run admin -- reset-key',
    )
  }
  await client.query('update key_check set sealed = $1', [sealed])
}

/** The next start may use any key. What was sealed with others stays unreadable. */
export async function resetKey(client: Queryable): Promise<void> {
  await client.query('delete from key_check')
}
