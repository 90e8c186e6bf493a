import { Type } from 'typebox'
import type { TObject } from 'typebox'

/*
 * Kinds of arguments of a query string. A schema made of these both describes the call in /api/docs and drives
 * `readArguments`: the keyword `x-kind` says how the text becomes a value.
 */

export type ArgumentKind = 'text' | 'time' | 'flag' | 'integer' | 'decimal' | 'choice'

interface Words {
  readonly description: string
  readonly examples?: readonly string[]
}

/** A point in time: whole milliseconds since the epoch, or ISO-8601 with a zone (a bare date is UTC). Parsed to ms. */
export const TimeArgument = (words: Words) =>
  Type.Unsafe<number>({
    'x-kind': 'time',
    anyOf: [{ type: 'integer' }, { type: 'string', format: 'date-time' }],
    ...words,
  })

/** `1`, `true` or an empty value: true. `0` or `false`: false. */
export const FlagArgument = (words: Words) =>
  Type.Unsafe<boolean>({ 'x-kind': 'flag', type: 'string', enum: ['0', '1'], ...words })

export const IntegerArgument = (minimum: number, maximum: number, words: Words & { readonly default?: number }) =>
  Type.Unsafe<number>({ 'x-kind': 'integer', type: 'integer', minimum, maximum, ...words })

/** Kept as text: thresholds and prices are compared exactly. `x-also` lists words allowed instead of a number. */
export const DecimalArgument = (words: Words & { readonly 'x-also'?: readonly string[] }) =>
  Type.Unsafe<string>({ 'x-kind': 'decimal', type: 'string', ...words })

export const ChoiceArgument = <const T extends readonly string[]>(
  values: T,
  words: Words & { readonly default?: T[number] },
) => Type.Unsafe<T[number]>({ 'x-kind': 'choice', type: 'string', enum: [...values], ...words })

/** One of the values, or text matching the pattern; `also` describes the pattern in words. */
export const PatternArgument = (values: readonly string[], pattern: string, also: string, words: Words) =>
  Type.Unsafe<string>({
    'x-kind': 'choice',
    anyOf: [
      { type: 'string', enum: [...values] },
      { type: 'string', pattern },
    ],
    'x-values': [...values],
    'x-pattern': pattern,
    'x-also': [also],
    ...words,
  })

export const TextArgument = (maxLength: number, words: Words) =>
  Type.Unsafe<string>({ 'x-kind': 'text', type: 'string', minLength: 1, maxLength, ...words })

/** Error of one argument; `params` fill the placeholders of the translated message. */
export interface ArgumentFault {
  readonly field: string
  readonly error: ArgumentFaultSlug
  readonly params: Readonly<Record<string, string | number>>
}

export const ARGUMENT_FAULTS = [
  'REQUIRED',
  'UNKNOWN_ARGUMENT',
  'GIVEN_TWICE',
  'TOO_LONG',
  'NOT_A_TIME',
  'NOT_A_FLAG',
  'NOT_AN_INTEGER',
  'NOT_A_DECIMAL',
  'NOT_A_CHOICE',
] as const
export type ArgumentFaultSlug = (typeof ARGUMENT_FAULTS)[number]

export interface ArgumentSchema {
  readonly 'x-kind': ArgumentKind
  readonly enum?: readonly string[]
  readonly 'x-also'?: readonly string[]
  readonly 'x-values'?: readonly string[]
  readonly 'x-pattern'?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
}

export const argumentsOf = (schema: TObject): Record<string, ArgumentSchema> =>
  schema.properties as unknown as Record<string, ArgumentSchema>
