import type { Fault } from './app-error.ts'

/** The methods used of a compiled TypeBox schema. */
interface Check {
  Check(value: unknown): boolean
  Errors(value: unknown): readonly SchemaError[]
}

interface SchemaError {
  readonly instancePath: string
  readonly message: string
  readonly params: object
}

/** Schema violations of a JSON body or message, per field; empty when valid. */
export function bodyFaults(check: Check, value: unknown): Fault[] {
  if (check.Check(value)) return unkeepable(value, '')
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

/** Faults for texts containing U+0000, which JSON allows and PostgreSQL does not. */
function unkeepable(value: unknown, path: string): Fault[] {
  if (typeof value === 'string') {
    return value.includes('\u0000')
      ? [{ field: path === '' ? 'body' : path, error: 'BAD_BODY', params: { expected: 'text without U+0000' } }]
      : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => unkeepable(inner, path === '' ? name : `${path}.${name}`))
}
