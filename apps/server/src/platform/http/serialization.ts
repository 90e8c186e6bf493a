import fastJson from 'fast-json-stringify'

/**
 * Serializer of a response, compiled from its schema: properties that the schema does not list are left out, and a missing
 * required one fails the call.
 */
export const compileSerializer = ({ schema }: { readonly schema: unknown }): ((data: unknown) => string) =>
  fastJson(outputSchema(schema) as fastJson.Schema)

/** Limits of values: data that was stored under other limits must still be readable. */
const LIMITS = new Set([
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
  'uniqueItems',
])

/**
 * The structure of a schema without limits, in which `X | null` is OpenAPI's `nullable`: only other unions need a validator
 * at run time, to find the variant.
 */
function outputSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(outputSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as { readonly anyOf?: readonly Readonly<Record<string, unknown>>[] }
  const [first, second] = anyOf ?? []
  if (anyOf?.length === 2 && second['type'] === 'null' && first['type'] !== undefined)
    return { ...rest, ...(outputSchema(first) as object), nullable: true }
  const kept = Object.entries(schema).filter(([key]) => !LIMITS.has(key))
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? outputProperties(value as object) : outputSchema(value)]),
  )
}

/** The keys are names of properties, not keywords. */
const outputProperties = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, outputSchema(schema)]))
