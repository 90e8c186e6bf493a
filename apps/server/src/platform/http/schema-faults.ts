import type { Fault } from './app-error.ts'

/** A compiled TypeBox schema. */
interface Check {
  Check(value: unknown): boolean
  Errors(value: unknown): readonly SchemaError[]
}

interface SchemaError {
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

/** Violations of a schema, field by field; empty for a valid value. */
export function schemaFaults(check: Check, value: unknown): Fault[] {
  if (check.Check(value)) return unstorableFaults(value)
  return check.Errors(value).flatMap((error): Fault[] => {
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
export function unstorableFaults(value: unknown, path = ''): Fault[] {
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
