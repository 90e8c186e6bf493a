import type { Static, TObject, TSchema } from 'typebox'

/** Access levels: P public · U signed in · I inviter · A administrator · M loopback, or a caller with METRICS_SECRET. */
export type Who = 'P' | 'U' | 'I' | 'A' | 'M'

/** Section of /api/docs. */
type CallTag =
  | 'accounts'
  | 'admin'
  | 'alerts'
  | 'development'
  | 'market'
  | 'membership'
  | 'operation'
  | 'promotion'
  | 'site'
  | 'workspace'

/**
 * Definition of one call. The access table, the server's route with its validation and serialization, the API description
 * and the types of the web client are derived from it (docs/decisions/calls.md).
 */
export interface CallDefinition {
  /** Method and path below /api: `GET /menus`. */
  readonly name: string
  readonly who: Who
  readonly tag: CallTag
  readonly summary: string
  readonly description?: string
  /** Arguments in the URL, built from the kinds in arguments.ts. */
  readonly query?: TObject
  readonly body?: TSchema
  /** `data` of the envelope. Properties that are not listed are removed from the response. */
  readonly data?: TSchema
  /** Media types of responses other than JSON: files and packed data. */
  readonly media?: readonly string[]
  /** Describes a response with `media`. */
  readonly response?: string
  /** Media type of a body other than JSON. */
  readonly consumes?: string
  /** Maximum size of the body in bytes, instead of the server's default. */
  readonly maxBodyBytes?: number
  /** Requires a recent step-up. */
  readonly stepUp?: true
  /** Available to an administrator who must set up an authenticator first. */
  readonly beforeOtp?: true
  /** The response does not depend on the caller: the session is not loaded. */
  readonly isAnonymous?: true
  /** When the server is overloaded: refused before other calls because it is expensive, or never refused. */
  readonly shed?: 'first' | 'never'
  /** The HTTP status repeats the code of the envelope (CONTRACT 3). */
  readonly mirrors?: true
}

/** Checks a definition and keeps its exact type, from which inputs and outputs are derived. */
export const defineCall = <
  Name extends `${'GET' | 'POST'} /${string}`,
  const Call extends Omit<CallDefinition, 'name'>,
>(
  name: Name,
  call: Call,
): Call & { readonly name: Name } => ({ ...call, name })

/** `GET /menus` -> method GET, path /api/menus. */
export function routeOf({ name }: CallDefinition): { readonly method: 'GET' | 'POST'; readonly path: string } {
  const [method, path] = name.split(' ')
  return { method: method as 'GET' | 'POST', path: `/api${path}` }
}

type Value<Schema> = Schema extends TSchema ? Static<Schema> : undefined

export type QueryOf<Call extends CallDefinition> = Value<Call['query']>
export type BodyOf<Call extends CallDefinition> = Value<Call['body']>
export type DataOf<Call extends CallDefinition> = Value<Call['data']>
