import { Answer, ErrorAnswer, routeOf } from '@flowprint/contract'
import type { BodyOf, CallDefinition, DataOf, QueryOf } from '@flowprint/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import fastJson from 'fast-json-stringify'
import type { SignedIn } from './access.ts'
import { AppError } from './app-error.ts'
import { compileValidator } from './validation.ts'
import type { ValidationOptions } from './validation.ts'

/** What a handler gets: the validated input, and the caller where the call requires one. */
export interface CallContext<Call extends CallDefinition> {
  readonly user: Call['who'] extends 'P' | 'M' ? SignedIn | undefined : SignedIn
  readonly query: QueryOf<Call>
  readonly body: BodyOf<Call>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Schemas produce mutable types; handlers may return immutable data. */
type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T

/** Returns `data` of the envelope, or the reply when it was sent (files, packed and streamed responses). */
export type Handle<Call extends CallDefinition> = (
  call: CallContext<Call>,
) => Promise<Immutable<DataOf<Call>> | FastifyReply> | Immutable<DataOf<Call>> | FastifyReply

/** A handler that validates `request.body` and `request.query`: it gets no typed input. */
export type HandleUnvalidated<Call extends CallDefinition> = (
  call: Omit<CallContext<Call>, 'query' | 'body'>,
) => ReturnType<Handle<Call>>

/** A handler with options that the definition does not carry. */
export interface CallHandler<Call extends CallDefinition> extends ValidationOptions<Call> {
  readonly handle: Handle<Call>
  /** A separate rate limit: `limitedTo`. */
  readonly config?: RouteOptions['config']
  /** The handler validates the input (`HandleUnvalidated`); the schemas only describe it. */
  readonly isUnvalidated?: true
  /** Runs before the input is validated. */
  readonly preValidation?: (request: FastifyRequest) => Promise<void>
  /** Handles WebSocket connections; `handle` answers plain HTTP. */
  readonly wsHandler?: RouteOptions['wsHandler']
}

/** Registers a call: validated input in, `data` of the envelope out. */
export function addCall<Call extends CallDefinition>(
  app: FastifyInstance,
  call: Call,
  handler: Handle<Call> | CallHandler<Call>,
): void {
  const options = typeof handler === 'function' ? { handle: handler } : handler
  const { handle, config, preValidation, wsHandler, isUnvalidated = false, ...validation } = options
  const { method, path } = routeOf(call)
  app.route({
    method,
    url: path,
    schema: schemaOf(call),
    validatorCompiler: isUnvalidated ? () => () => true : compileValidator(validation),
    serializerCompiler: compileSerializer,
    ...(config === undefined ? {} : { config }),
    ...(preValidation === undefined ? {} : { preValidation }),
    ...(wsHandler === undefined ? {} : { wsHandler }),
    ...(call.maxBodyBytes === undefined ? {} : { bodyLimit: call.maxBodyBytes }),
    handler: async (request, reply) => {
      // The validator has checked the input against the schemas that these types are derived from.
      const { query, body } = request as { readonly query: QueryOf<Call>; readonly body: BodyOf<Call> }
      const data = await handle({
        query,
        body,
        request,
        reply,
        get user() {
          return userOf(call, request)
        },
      })
      // A reply is thenable: awaiting one that the handler sent yields undefined once the response has ended.
      return isAnswered(reply) ? undefined : { code: 200, message: 'OK', data }
    },
  })
}

const isAnswered = (reply: FastifyReply): boolean => reply.sent || reply.raw.headersSent || reply.raw.destroyed

/** The signed-in caller. The access table has refused everyone else before; a gap in it must not pass as a visitor. */
function userOf<Call extends CallDefinition>({ who }: Call, { access }: FastifyRequest): CallContext<Call>['user'] {
  const user = access?.signedIn
  if (user === undefined && who !== 'P' && who !== 'M') throw new AppError('UNAUTHENTICATED')
  return user as CallContext<Call>['user']
}

/** Registers the calls of a module; each needs a handler. */
export function addCalls<Calls extends Readonly<Record<string, CallDefinition>>>(
  app: FastifyInstance,
  calls: Calls,
  handlers: { readonly [Name in keyof Calls]: Handle<Calls[Name]> | CallHandler<Calls[Name]> },
): void {
  for (const name of Object.keys(calls)) addCall(app, calls[name], handlers[name] as Handle<CallDefinition>)
}

/** The schema of a Fastify route: input is validated, output is serialized, and both are described in /api/docs. */
function schemaOf(call: CallDefinition): Record<string, unknown> {
  const { tag, summary, description, query, body, consumes } = call
  const success = successOf(call)
  return {
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    ...(consumes === undefined ? {} : { consumes: [consumes] }),
    ...(call.who === 'M' ? {} : { response: { ...success, default: ErrorAnswer } }),
  }
}

function successOf({ data, media, response = 'The file' }: CallDefinition): Record<string, unknown> {
  if (media === undefined) return data === undefined ? {} : { 200: Answer(data) }
  const content = Object.fromEntries(
    media.map((type) => [type, { schema: type === 'text/csv' ? Type.String() : Type.String({ format: 'binary' }) }]),
  )
  const json = data === undefined ? {} : { 'application/json': { schema: Answer(data) } }
  return { 200: { description: response, content: { ...json, ...content } } }
}

/**
 * Serializer of a response, compiled from its schema: properties that the schema does not list are left out, and a missing
 * required one fails the call.
 */
const compileSerializer = ({ schema }: { readonly schema: unknown }): ((data: unknown) => string) =>
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
