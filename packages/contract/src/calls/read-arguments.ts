import type { Static, TObject } from 'typebox'
import { argumentsOf } from './arguments.ts'
import type { ArgumentFault, ArgumentFaultSlug, ArgumentSchema } from './arguments.ts'

type Raw = Readonly<Record<string, unknown>>
type Fault = Omit<ArgumentFault, 'field'>

/** 9999-12-31T23:59:59.999Z: later times are typing errors, and Date cannot format much later ones. */
const LAST_TIME_MS = 253402300799999
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))?$/

/**
 * Parses a query string into values by the schema of the call.
 *
 * Output  either the values (defaults filled in, absent optional ones omitted) or every error found, in the order of
 *         the schema; an unknown argument is an error, so that typing errors are never ignored, unless the schema has
 *         `additionalProperties: true`.
 */
export function readArguments<T extends TObject>(
  schema: T,
  raw: Raw,
): { readonly values: Static<T>; readonly faults: readonly ArgumentFault[] } {
  const known = argumentsOf(schema)
  const required = new Set((schema as { required?: string[] }).required ?? [])
  const values: Record<string, unknown> = {}
  const faults: ArgumentFault[] = []
  for (const [field, kind] of Object.entries(known)) {
    const text = raw[field]
    if (text === undefined || (text === '' && kind['x-kind'] !== 'flag')) {
      if (required.has(field)) faults.push({ field, ...fault('REQUIRED') })
      else if (kind.default !== undefined) values[field] = kind.default
      continue
    }
    const read = typeof text === 'string' ? readOne(kind, text) : fault('GIVEN_TWICE')
    if (isFault(read)) faults.push({ field, ...read })
    else values[field] = read
  }
  const isOpen = (schema as { additionalProperties?: unknown }).additionalProperties === true
  for (const field of Object.keys(raw)) {
    if (!isOpen && !Object.hasOwn(known, field))
      faults.push({ field, ...fault('UNKNOWN_ARGUMENT', { allowed: Object.keys(known).join(', ') }) })
  }
  return { values: values as Static<T>, faults }
}

function readOne(schema: ArgumentSchema, text: string): unknown {
  switch (schema['x-kind']) {
    case 'time':
      return readTime(text)
    case 'flag':
      if (text === '' || text === '1' || text === 'true') return true
      return text === '0' || text === 'false' ? false : fault('NOT_A_FLAG')
    case 'integer': {
      const [min, max] = [schema.minimum ?? 0, schema.maximum ?? Number.MAX_SAFE_INTEGER]
      const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : fault('NOT_AN_INTEGER', { min, max })
    }
    case 'decimal':
      if (schema['x-also']?.includes(text) === true) return text
      return /^\d{1,30}(?:\.\d{1,30})?$/.test(text)
        ? text
        : fault('NOT_A_DECIMAL', { also: schema['x-also']?.join(', ') ?? '' })
    case 'choice':
      return readChoice(schema, text)
    case 'text': {
      const max = schema.maxLength ?? 1000
      return text.length <= max ? text : fault('TOO_LONG', { max })
    }
  }
}

function readChoice(schema: ArgumentSchema, text: string): string | Fault {
  const values = schema.enum ?? schema['x-values'] ?? []
  const pattern = schema['x-pattern']
  if (values.includes(text) || (pattern !== undefined && new RegExp(pattern).test(text))) return text
  return fault('NOT_A_CHOICE', { allowed: [...values, ...(schema['x-also'] ?? [])].join(', ') })
}

function readTime(text: string): number | Fault {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : isRealDate(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  return ms >= 0 && ms <= LAST_TIME_MS ? ms : fault('NOT_A_TIME')
}

/** Date.parse reads 30 February as 2 March. */
function isRealDate(text: string): boolean {
  if (!ISO.test(text)) return false
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function fault(error: ArgumentFaultSlug, params: Readonly<Record<string, string | number>> = {}): Fault {
  return { error, params }
}

const isFault = (value: unknown): value is Fault => typeof value === 'object' && value !== null && 'error' in value
