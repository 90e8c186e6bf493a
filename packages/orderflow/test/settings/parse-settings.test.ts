import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, EFFORT_PRESETS, effortPresetOf, OrderflowError, parseSettings } from '../../src/index.ts'

function refusal(input: unknown): string {
  try {
    parseSettings(input)
  } catch (error) {
    expect(error).toBeInstanceOf(OrderflowError)
    expect((error as OrderflowError).code).toBe('BAD_SETTING')
    return (error as OrderflowError).message
  }
  return 'accepted'
}

describe('parseSettings', () => {
  test.each([[undefined], [{}], [{ zones: {} }], [{ zones: { kinds: undefined } }], [DEFAULT_SETTINGS]])(
    'absent values take their defaults: %j',
    (input) => {
      expect(parseSettings(input)).toEqual(DEFAULT_SETTINGS)
    },
  )

  test('partial settings are merged deeply with the defaults', () => {
    const parsed = parseSettings({ imbalance: { ratio: '4' }, zones: { kinds: { cluster: true } } })
    expect(parsed.imbalance).toEqual({ ratio: '4', minVolume: 'auto', zeroSide: 'count' })
    expect(parsed.zones.kinds).toEqual({ stack: true, effort: true, cluster: true, unfinished: false, nakedPoc: false })
    expect(parsed.effort).toEqual(DEFAULT_SETTINGS.effort)
  })

  test.each([
    ['3.0', '3'],
    ['03', '3'],
    ['2.50', '2.5'],
    ['1e2', '100'],
    ['+4', '4'],
    ['1.', '1'],
    ['25e-1', '2.5'],
  ])('a decimal is stored in canonical form: %s is %s', (text, canonical) => {
    expect(parseSettings({ imbalance: { ratio: text } }).imbalance.ratio).toBe(canonical)
  })

  test.each([
    ['-.5', '-0.5'],
    ['-0', '0'],
    ['0.0', '0'],
    ['-0.0100', '-0.01'],
  ])('signs and zeros of a threshold are canonical: %s is %s', (text, canonical) => {
    expect(parseSettings({ effort: { progress: text } }).effort.progress).toBe(canonical)
  })

  test.each([
    ['12', 'settings: an object with poc, valueArea, imbalance, stack, zones, effort, '],
    [null, 'settings: an object'],
    [[], 'settings: an object'],
    [{ colour: 1 }, 'colour: no such setting; allowed are poc, valueArea'],
    [JSON.parse('{"__proto__":{}}'), '__proto__: no such setting'],
    [{ poc: 'raw' }, 'poc: an object with basis is allowed'],
    [{ poc: { basis: 'native' } }, 'poc.basis: "grouped" or "raw" is allowed'],
    [{ valueArea: { share: '101' } }, 'valueArea.share: a decimal text from "1" to "100" with at most 4 decimals'],
    [{ valueArea: { share: 70 } }, 'valueArea.share: a decimal text'],
    [{ imbalance: { ratio: '0.99' } }, 'imbalance.ratio: a decimal text from "1" to "1000"'],
    [{ imbalance: { ratio: '3.00001' } }, 'imbalance.ratio'],
    [{ imbalance: { ratio: '300%' } }, 'imbalance.ratio'],
    [{ imbalance: { ratio: '' } }, 'imbalance.ratio'],
    [{ imbalance: { minVolume: 'none' } }, 'imbalance.minVolume: "auto" or a decimal text from "0"'],
    [{ imbalance: { minVolume: '-1' } }, 'imbalance.minVolume'],
    [{ imbalance: { minVolume: '1e16' } }, 'imbalance.minVolume'],
    [{ imbalance: { minVolume: '1e400' } }, 'imbalance.minVolume'],
    [{ imbalance: { zeroSide: null } }, 'imbalance.zeroSide: "count" or "ignore" is allowed'],
    [{ stack: { min: 1 } }, 'stack.min: a whole number from 2 to 100 is allowed'],
    [{ stack: { min: 3.5 } }, 'stack.min'],
    [{ stack: { min: '3' } }, 'stack.min'],
    [
      { zones: { kinds: { auction: true } } },
      'zones.kinds.auction: no such setting; allowed are stack, effort, cluster, unfinished, nakedPoc',
    ],
    [{ unfinished: { show: 1 } }, 'unfinished.show: true or false is allowed'],
    [{ absorption: { relVolume: '0.5' } }, 'absorption.relVolume: a decimal text from "1" to "1000"'],
    [{ absorption: { minRows: 1 } }, 'absorption.minRows: a whole number from 2 to 100 is allowed'],
    [{ exhaustion: { minRows: 3 } }, 'exhaustion.minRows: a whole number from 4 to 100 is allowed'],
    [{ exhaustion: { extreme: '1.01' } }, 'exhaustion.extreme: a decimal text from "0" to "1"'],
    [{ zones: { kinds: { stack: 1 } } }, 'zones.kinds.stack: true or false is allowed'],
    [{ zones: { breakBy: 'wick' } }, 'zones.breakBy: "close" or "touch" or "through" is allowed'],
    [{ zones: { expireBars: 301 } }, 'zones.expireBars: a whole number from 1 to 300 is allowed'],
    [{ zones: { maxDrawn: -1 } }, 'zones.maxDrawn: a whole number from 0 to 100 is allowed'],
    [{ zones: { stackMin: NaN } }, 'zones.stackMin'],
    [{ effort: { share: '1.1' } }, 'effort.share: a decimal text from "0" to "1"'],
    [{ effort: { closeLocation: '2' } }, 'effort.closeLocation'],
    [{ effort: { relVolume: '-1' } }, 'effort.relVolume'],
    [{ effort: { progress: '101' } }, 'effort.progress'],
    [{ cvd: { reset: 'session' } }, 'cvd.reset: "day" or "week" or "never" or "bar" is allowed'],
    [{ vwap: { anchor: 'bar', at: -1 } }, 'vwap.at: a whole number from 0 to 8640000000000000 is allowed'],
    [{ vwap: { bands: 'three' } }, 'vwap.bands: "none" or "one" or "two" is allowed'],
  ])('the error for %j names the path and the allowed values', (input, message) => {
    expect(refusal(input)).toContain(message)
  })

  test('any input gives settings or an error that names a path', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom('poc', 'imbalance', 'zones', 'effort'), (value, name) => {
        for (const input of [value, { [name]: value }, { zones: { kinds: value } }]) {
          expect(refusal(input)).toMatch(/^accepted$|^[\s\S]+: .+(allowed|allowed are .+)$/)
        }
      }),
    )
  })
})

describe('effort presets', () => {
  test.each(Object.entries(EFFORT_PRESETS))('preset %s is allowed, canonical, and recognised', (name, preset) => {
    const parsed = parseSettings({ effort: preset })
    expect(parsed.effort).toEqual(preset)
    expect(effortPresetOf(parsed.effort)).toBe(name)
  })

  test('custom thresholds are not a preset', () => {
    expect(effortPresetOf({ ...EFFORT_PRESETS.strict, share: '0.19' })).toBeNull()
  })
})
