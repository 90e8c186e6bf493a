import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createKeys, loadAppKeys } from '../../src/platform/keys/index.ts'
import { cleanUp, enterableFolder } from './program.ts'

afterAll(cleanUp)
const OLD = 'an old key of this installation, long'
const NEW = 'a new key of this installation, long!'

describe('encryption', () => {
  const keys = createKeys([OLD])

  test('decrypts to the same text, and encrypts the same text differently each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, owner) => {
        const sealed = keys.seal('mail', owner, plain)
        expect(keys.open('mail', owner, sealed)).toBe(plain)
        expect(keys.seal('mail', owner, plain)).not.toBe(sealed)
      }),
    )
  })

  test('rejects a changed character, another owner, another purpose and empty input', () => {
    const sealed = keys.seal('mail', 'row 1', 'https://flow.example/active?token=abc')
    const [id, body] = sealed.split('.')
    fc.assert(
      fc.property(fc.nat(Buffer.from(body, 'base64url').length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Buffer.from(body, 'base64url')
        bytes[at] ^= flip
        expect(() => keys.open('mail', 'row 1', `${id}.${bytes.toString('base64url')}`)).toThrow()
      }),
    )
    expect(() => keys.open('mail', 'row 2', sealed)).toThrow()
    expect(() => keys.open('otp', 'row 1', sealed)).toThrow()
    for (const text of ['', '.', id, `${id}.`, 'abcdef.AAAA', body])
      expect(() => keys.open('mail', 'row 1', text)).toThrow()
  })

  test('with a new key before the old one decrypts values of both, and encrypts with the new one', () => {
    const both = createKeys([NEW, OLD])
    const only = createKeys([NEW])
    expect(both.open('otp', '7', keys.seal('otp', '7', 'secret'))).toBe('secret')
    expect(only.open('otp', '7', both.seal('otp', '7', 'secret'))).toBe('secret')
    expect(() => only.open('otp', '7', keys.seal('otp', '7', 'secret'))).toThrow('not among those of APP_KEY')
  })

  test('hashes addresses equally within a salt, and differently with another salt or key', () => {
    const DAY = 86_400_000
    const at = 90 * DAY * 200
    const hash = keys.hashAddress('203.0.113.9', at)
    expect(keys.hashAddress('203.0.113.9', at + 89 * DAY)).toEqual(hash)
    expect(keys.hashAddress('203.0.113.9', at + 90 * DAY)).not.toEqual(hash)
    expect(keys.hashAddress('203.0.113.8', at)).not.toEqual(hash)
    expect(createKeys([NEW]).hashAddress('203.0.113.9', at)).not.toEqual(hash)
  })
})

describe('installation key', () => {
  test('is created once, readable by its owner only', () => {
    const dataDir = join(enterableFolder(), 'data')
    const [key] = loadAppKeys({ appKeys: [], dataDir })
    expect(key.length).toBeGreaterThanOrEqual(43)
    expect(statSync(join(dataDir, 'app-key')).mode & 0o777).toBe(0o600)
    expect(loadAppKeys({ appKeys: [], dataDir })).toEqual([key])
    expect(readFileSync(join(dataDir, 'app-key'), 'utf8').trim()).toBe(key)
  })

  test('is not created when APP_KEY is set', () => {
    const dataDir = enterableFolder()
    expect(loadAppKeys({ appKeys: [NEW], dataDir })).toEqual([NEW])
    expect(existsSync(join(dataDir, 'app-key'))).toBe(false)
  })

  test('is not read from an empty file', () => {
    const dataDir = enterableFolder()
    writeFileSync(join(dataDir, 'app-key'), '\n')
    expect(() => loadAppKeys({ appKeys: [], dataDir })).toThrow('holds no key')
  })
})
