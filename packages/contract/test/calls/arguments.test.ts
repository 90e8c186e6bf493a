import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import {
  ChoiceArgument,
  DecimalArgument,
  FlagArgument,
  FootprintQuery,
  IntegerArgument,
  readArguments,
  TextArgument,
  TimeArgument,
} from '../../src/index.ts'

const words = { description: 'for the test' }
const Query = Type.Object({
  name: TextArgument(5, words),
  at: Type.Optional(TimeArgument(words)),
  on: Type.Optional(FlagArgument(words)),
  count: Type.Optional(IntegerArgument(1, 10, { ...words, default: 3 })),
  size: Type.Optional(DecimalArgument({ ...words, 'x-also': ['auto'] })),
  kind: Type.Optional(ChoiceArgument(['a', 'b'], words)),
})
const read = (raw: Record<string, unknown>) => readArguments(Query, { name: 'x', ...raw })
const faultOf = (raw: Record<string, unknown>) => read(raw).faults.map(({ field, error }) => `${field} ${error}`)

describe('arguments of a query', () => {
  test.each([
    ['1750507200000', 1750507200000],
    ['0', 0],
    ['2025-06-21', Date.UTC(2025, 5, 21)],
    ['2025-06-21T12:00:00Z', Date.UTC(2025, 5, 21, 12)],
    ['2025-06-21T20:00:00+08:00', Date.UTC(2025, 5, 21, 12)],
    ['2025-06-21T12:00:00.123456Z', Date.UTC(2025, 5, 21, 12, 0, 0, 123)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('the time %s is %d', (text, ms) => {
    expect(read({ at: text })).toMatchObject({ values: { at: ms }, faults: [] })
  })

  test.each([
    '2025-02-29',
    '2025-13-01',
    '2025-06-31',
    '2025-06-21T12:00:00',
    '-1',
    '1e9',
    '99999999999999999',
    'now',
    '21.06.2025',
  ])('the time %s is refused', (text) => {
    expect(faultOf({ at: text })).toEqual(['at NOT_A_TIME'])
  })

  test.each([
    ['1', true],
    ['true', true],
    ['', true],
    ['0', false],
    ['false', false],
  ])('the flag "%s" is %s', (text, value) => {
    expect(read({ on: text }).values.on).toBe(value)
  })

  test('whole numbers keep their bounds and their default', () => {
    expect(read({}).values.count).toBe(3)
    expect(read({ count: '10' }).values.count).toBe(10)
    for (const text of ['0', '11', '1.5', '1e1', '0x1', ' 1'])
      expect(faultOf({ count: text })).toEqual(['count NOT_AN_INTEGER'])
  })

  test('decimals stay text; words are allowed where the schema names them', () => {
    expect(read({ size: '0.0500' }).values.size).toBe('0.0500')
    expect(read({ size: 'auto' }).values.size).toBe('auto')
    for (const text of ['-1', '1e-3', '.5', '5.', 'Infinity', 'AUTO'])
      expect(faultOf({ size: text })).toEqual(['size NOT_A_DECIMAL'])
  })

  test('choices name what is allowed', () => {
    expect(read({ kind: 'c' }).faults).toEqual([{ field: 'kind', error: 'NOT_A_CHOICE', params: { allowed: 'a, b' } }])
  })

  test('required, repeated, overlong and unknown arguments are faults', () => {
    expect(readArguments(Query, {}).faults).toMatchObject([{ field: 'name', error: 'REQUIRED' }])
    expect(faultOf({ name: '' })).toEqual(['name REQUIRED'])
    expect(faultOf({ kind: ['a', 'b'] })).toEqual(['kind GIVEN_TWICE'])
    expect(faultOf({ name: 'abcdef' })).toEqual(['name TOO_LONG'])
    expect(faultOf({ knid: 'a' })).toEqual(['knid UNKNOWN_ARGUMENT'])
  })

  test('names of the prototype are unknown arguments like others', () => {
    expect(faultOf({ constructor: '1' })).toEqual(['constructor UNKNOWN_ARGUMENT'])
  })

  test('every argument of /footprint says how it is read', () => {
    for (const schema of Object.values(FootprintQuery.properties)) {
      expect(['text', 'time', 'flag', 'integer', 'decimal', 'choice']).toContain(
        (schema as unknown as Record<string, unknown>)['x-kind'],
      )
    }
  })
})
