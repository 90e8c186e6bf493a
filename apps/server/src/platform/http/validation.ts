import { readArguments } from '@flowprint/contract'
import type { BodyOf, CallDefinition, QueryOf } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from './app-error.ts'
import type { Fault } from './app-error.ts'

export interface ValidationOptions<Call extends CallDefinition> {
  /** Messages for fields of the body that are missing, blank or not one of the choices; the schema's where absent. */
  readonly incomplete?: Readonly<Record<string, ApiMessageKey>>
  /** Schema of the query where it depends on one of the arguments, instead of the one in the definition. */
  readonly querySchema?: (query: Readonly<Record<string, unknown>>) => TObject
  /**
   * Faults that a schema cannot express, reported together with its own. The input may violate the schema: treat every
   * field as optional.
   */
  readonly refine?: (input: Partial<Call['query'] extends TObject ? QueryOf<Call> : BodyOf<Call>>) => readonly Fault[]
}

/**
 * Validator compiler of a route. Bodies are checked by their compiled schema, query strings are parsed by theirs
 * (`readArguments`). All faults are reported at once, as one AppError.
 */
export function compileValidator<Call extends CallDefinition>({
  incomplete = {},
  querySchema,
  refine = () => [],
}: ValidationOptions<Call> = {}): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    const check =
      httpPart === 'body' ? bodyCheck(schema, incomplete) : queryCheck(querySchema ?? (() => schema as TObject))
    return (input: unknown) => {
      const { value, faults } = check(input)
      const all = [...faults, ...refine(value as Parameters<typeof refine>[0])]
      return all.length === 0 ? { value } : { error: invalid(all, incomplete) }
    }
  }
}

type Check = (input: unknown) => { readonly value: unknown; readonly faults: readonly Fault[] }

function bodyCheck(schema: TSchema, incomplete: Readonly<Record<string, ApiMessageKey>>): Check {
  const compiled = Compile(schema)
  return (input) => {
    // A call without a body is a call with an empty one.
    const value = input ?? {}
    const blank = blankFaults(value, Object.keys(incomplete))
    const faults = schemaFaults(compiled, value).filter(({ field }) => !blank.some((fault) => fault.field === field))
    return { value, faults: [...faults, ...blank] }
  }
}

function queryCheck(schemaOf: (query: Readonly<Record<string, unknown>>) => TObject): Check {
  return (input) => {
    const query = input as Readonly<Record<string, unknown>>
    const { values, faults } = readArguments(schemaOf(query), query)
    return { value: values, faults: [...faults, ...unstorableFaults(values)] }
  }
}

/** Fields that contain only whitespace. */
function blankFaults(value: unknown, fields: readonly string[]): Fault[] {
  const values = value as Readonly<Record<string, unknown>>
  return fields.flatMap((field): Fault[] => {
    const text = values[field]
    return typeof text === 'string' && text.trim() === '' ? [{ field, error: 'REQUIRED', params: {} }] : []
  })
}

function invalid(faults: readonly Fault[], incomplete: Readonly<Record<string, ApiMessageKey>>): AppError {
  const worded = faults.map((fault): Fault => {
    const isIncomplete = fault.error === 'REQUIRED' || fault.error === 'NOT_A_CHOICE'
    const sentence = isIncomplete ? incomplete[fault.field] : undefined
    return sentence === undefined ? fault : { ...fault, sentence }
  })
  const keys = new Set(worded.flatMap(({ sentence }) => sentence ?? []))
  return new AppError('VALIDATION', {
    faults: worded,
    ...(keys.size === 0 ? {} : { sentences: [...keys].map((key) => ({ key, params: {} })) }),
  })
}

/** A compiled TypeBox schema. */
interface CompiledSchema {
  Check(value: unknown): boolean
  Errors(value: unknown): readonly SchemaError[]
}

interface SchemaError {
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

/** Violations of a schema, field by field; empty for a valid value. */
export function schemaFaults(schema: CompiledSchema, value: unknown): Fault[] {
  if (schema.Check(value)) return unstorableFaults(value)
  return schema.Errors(value).flatMap((error): Fault[] => {
    const path = error.instancePath.slice(1).replaceAll('/', '.')
    const { requiredProperties, allowedValue, allowedValues } = error.params as Readonly<Record<string, unknown>>
    if (Array.isArray(requiredProperties)) {
      return requiredProperties.map((name) => ({
        field: path === '' ? String(name) : `${path}.${name}`,
        error: 'REQUIRED',
        params: {},
      }))
    }
    const allowed = allowedValues ?? (allowedValue === undefined ? undefined : [allowedValue])
    if (Array.isArray(allowed)) return [{ field: path, error: 'NOT_A_CHOICE', params: { allowed: allowed.join(', ') } }]
    return [
      { field: path || 'body', error: 'BAD_BODY', params: { expected: error.message.replace(/^must (be )?/, '') } },
    ]
  })
}

/** Texts that contain U+0000: valid in JSON, but PostgreSQL can neither store nor search them. */
function unstorableFaults(value: unknown, path = ''): Fault[] {
  if (typeof value === 'string') {
    return value.includes('\u0000')
      ? [{ field: path === '' ? 'body' : path, error: 'BAD_BODY', params: { expected: 'text without U+0000' } }]
      : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    unstorableFaults(inner, path === '' ? name : `${path}.${name}`),
  )
}
