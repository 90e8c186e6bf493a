import fastJson from 'fast-json-stringify'

/**
 * Serializer of a response, compiled from its schema: properties that the schema does not list are left out, and a missing
 * required one fails the call.
 */
export const compileSerializer = ({ schema }: { readonly schema: unknown }): ((data: unknown) => string) =>
  fastJson(withNullable(schema) as fastJson.Schema)

/**
 * Rewrites `anyOf: [X, null]` to OpenAPI's `nullable`, which needs no validator at run time and never compares the data
 * with the patterns and limits of X.
 */
function withNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullable)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as { readonly anyOf?: readonly Readonly<Record<string, unknown>>[] }
  const [first, second] = anyOf ?? []
  if (anyOf?.length === 2 && second['type'] === 'null' && first['type'] !== undefined)
    return { ...rest, ...(withNullable(first) as object), nullable: true }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNullable(value)]))
}
