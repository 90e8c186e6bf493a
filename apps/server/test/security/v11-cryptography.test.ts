// ASVS 5 chapter V11: keys, ciphers, hashes, randomness. More in test/platform/keys.test.ts. docs/security.md
import { afterAll, describe, expect, test } from 'vitest'
import { accountWorld } from '../accounts/world.ts'
import { filesWith, sourcesOf } from './sources.ts'

const world = await accountWorld()
afterAll(() => world.close())

describe('V11.4 passwords', () => {
  test('are stored as argon2id with at least 19 MiB and two passes, each with a separate salt', async () => {
    await world.signUp()
    await world.signUp()
    const { rows } = await world.pool.query<{ password_hash: string }>('select password_hash from account')
    const salts = rows.map(({ password_hash }) => {
      const [, kind, version, parameters, salt, hash] = password_hash.split('$')
      const { m, t, p } = Object.fromEntries(parameters.split(',').map((one) => one.split('='))) as Record<
        string,
        string
      >
      expect([kind, version, Number(m) >= 19_456, Number(t) >= 2, Number(p) >= 1]).toEqual([
        'argon2id',
        'v=19',
        true,
        true,
        true,
      ])
      expect(Buffer.from(hash, 'base64').length).toBeGreaterThanOrEqual(32)
      return salt
    })
    expect(new Set(salts).size).toBe(salts.length)
  })
})

describe('V11.3 secrets at rest', () => {
  test('are encrypted for authenticators and hashed for recovery codes', async () => {
    const { token, password } = await world.signUp()
    const { secret } = (await world.call('/otp_setup', { password }, { token })).data
    const { rows } = await world.pool.query('select otp_secret from account where otp_secret is not null')
    expect(rows).toHaveLength(1)
    expect(rows[0].otp_secret).not.toContain(secret)
    expect(rows[0].otp_secret).toMatch(/^[\w-]{6}\.[\w-]{60,}$/)
  })
})

describe('V11.3 and V11.4 algorithms', () => {
  test('ciphers are AES-256 in GCM and nothing else', () => {
    const uses = sourcesOf('apps/server/src').flatMap(({ text }) =>
      [...text.matchAll(/create(?:Cipher|Decipher)(?:iv)?\(\s*([^,]+)/g)].map((match) => match[1]),
    )
    expect(new Set(uses)).toEqual(new Set(["'aes-256-gcm'"]))
  })

  test('hashes are SHA-256 and nothing weaker', () => {
    const uses = sourcesOf('apps/server/src').flatMap(({ text }) =>
      [...text.matchAll(/create(?:Hash|Hmac)\(\s*([^,)]+)/g)].map((match) => match[1]),
    )
    expect(new Set(uses)).toEqual(new Set(["'sha256'"]))
  })
})

describe('V11.5 randomness', () => {
  test('comes from the system: nothing on the server uses Math.random for a secret', () => {
    // Jitter needs no secret.
    const jitter = /\/market\/|\/scanner\/compute\/|\/database\/(folder-lock|queryable)/
    expect(filesWith(/Math\.random/, 'apps/server/src').filter((path) => !jitter.test(path))).toEqual([])
  })
})
