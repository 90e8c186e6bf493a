import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeSettings,
  DEFAULT_SETTINGS,
  encodeSettings,
  parseSettings,
  settingsEqual,
  type IndicatorSettings,
} from '../../src/index.ts'

const decimal = (min: number, max: number) => fc.integer({ min, max }).map((n) => String(n / 100))

const settings: fc.Arbitrary<IndicatorSettings> = fc
  .record({
    poc: fc.record({ basis: fc.constantFrom('grouped', 'raw') }),
    valueArea: fc.record({ share: decimal(100, 10_000) }),
    imbalance: fc.record({
      ratio: decimal(100, 100_000),
      minVolume: fc.oneof(fc.constant('auto'), decimal(0, 1_000_000)),
      zeroSide: fc.constantFrom('count', 'ignore'),
    }),
    stack: fc.record({ min: fc.integer({ min: 2, max: 100 }) }),
    zones: fc.record({
      kinds: fc.record({
        stack: fc.boolean(),
        effort: fc.boolean(),
        cluster: fc.boolean(),
        unfinished: fc.boolean(),
        nakedPoc: fc.boolean(),
      }),
      stackMin: fc.integer({ min: 2, max: 100 }),
      breakBy: fc.constantFrom('close', 'touch', 'through'),
      expireBars: fc.integer({ min: 1, max: 300 }),
      maxDrawn: fc.integer({ min: 0, max: 100 }),
    }),
    effort: fc.record({
      relVolume: decimal(0, 1000),
      share: decimal(0, 100),
      progress: decimal(-100, 100),
      closeLocation: decimal(0, 100),
    }),
    unfinished: fc.record({ show: fc.boolean(), dominant: decimal(0, 1000), opposite: decimal(0, 100) }),
    absorption: fc.record({
      show: fc.boolean(),
      minRows: fc.integer({ min: 2, max: 100 }),
      relVolume: decimal(100, 1000),
      opposite: decimal(0, 1000),
      share: decimal(0, 100),
      retreat: decimal(0, 100),
    }),
    exhaustion: fc.record({
      show: fc.boolean(),
      minRows: fc.integer({ min: 4, max: 100 }),
      extreme: decimal(0, 100),
      peak: decimal(0, 1000),
    }),
    cvd: fc.record({
      reset: fc.constantFrom('day', 'week', 'never', 'bar'),
      at: fc.nat(),
      style: fc.constantFrom('candles', 'line'),
    }),
    vwap: fc.record({
      anchor: fc.constantFrom('off', 'day', 'bar'),
      at: fc.nat(),
      bands: fc.constantFrom('none', 'one', 'two'),
    }),
  })
  .map((raw) => parseSettings(raw))

describe('encodeSettings and decodeSettings', () => {
  test('encode the defaults as an empty object', () => {
    expect(encodeSettings(DEFAULT_SETTINGS)).toBe('e30')
    expect(decodeSettings('e30')).toEqual(DEFAULT_SETTINGS)
  })

  test('encode only differences, in a fixed order', () => {
    const changed = parseSettings({ zones: { kinds: { cluster: true }, stackMin: 5 }, imbalance: { ratio: '2.5' } })
    const json = Buffer.from(encodeSettings(changed), 'base64url').toString()
    expect(json).toBe('{"imbalance":{"ratio":"2.5"},"zones":{"kinds":{"cluster":true},"stackMin":5}}')
  })

  test('any settings round-trip, and equal settings have equal texts', () => {
    fc.assert(
      fc.property(settings, settings, (a, b) => {
        expect(decodeSettings(encodeSettings(a))).toEqual(a)
        expect(settingsEqual(a, b)).toBe(encodeSettings(a) === encodeSettings(b))
        expect(settingsEqual(a, structuredClone(a))).toBe(true)
      }),
    )
  })

  test('accept standard base64url, padded or not', () => {
    fc.assert(
      fc.property(settings, (a) => {
        const text = encodeSettings(a)
        expect(text).toBe(Buffer.from(Buffer.from(text, 'base64url').toString()).toString('base64url'))
        const padded = text + '='.repeat((4 - (text.length % 4)) % 4)
        expect(decodeSettings(padded)).toEqual(a)
      }),
    )
  })

  test.each([
    ['', 'base64url of a JSON object'],
    ['e', 'base64url of a JSON object'],
    ['e3 0', 'base64url of a JSON object'],
    ['e30+', 'base64url of a JSON object'],
    [Buffer.from('{"poc"').toString('base64url'), 'base64url of a JSON object'],
    [Buffer.from('{"é":1}').toString('base64url'), 'ASCII'],
    [Buffer.from('[1]').toString('base64url'), 'an object with poc'],
    [Buffer.from('{"stack":{"min":0}}').toString('base64url'), 'stack.min: a whole number from 2 to 100'],
    ['A'.repeat(4097), 'at most 4096 characters'],
  ])('reject %j: %s', (text, message) => {
    expect(() => decodeSettings(text)).toThrow(message)
  })

  test('any text gives settings or BAD_SETTING', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (text) => {
          try {
            expect(settingsEqual(decodeSettings(text), DEFAULT_SETTINGS)).toBeTypeOf('boolean')
          } catch (error) {
            expect(error).toMatchObject({ name: 'OrderflowError', code: 'BAD_SETTING' })
          }
        },
      ),
    )
  })
})
