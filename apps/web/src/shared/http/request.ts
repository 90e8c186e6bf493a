import type { CallName, Calls } from '@flowprint/contract'
import { CallFailure, readEnvelope, retryAfter } from './envelope.ts'

const REQUEST_TIMEOUT_MS = 10_000

/** These three are called without a user, so they never carry the token (specification section 7). */
const WITHOUT_TOKEN: readonly CallName[] = ['POST /settings', 'POST /login', 'GET /menus']

export interface CallOptions {
  readonly accept?: string
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Absent, optional or required, as the definition of the call has it. */
type Argument<Key extends string, Value> = Value extends undefined
  ? { readonly [Name in Key]?: undefined }
  : {} extends Value
    ? { readonly [Name in Key]?: Value }
    : { readonly [Name in Key]: Value }

/** Arguments and options of a call. */
type CallInput<Name extends CallName> = Argument<'query', Calls[Name]['query']> &
  Argument<'body', Calls[Name]['body']> &
  CallOptions

/** The last parameter of a function that makes a call: optional when the call has no required argument. */
export type InputOf<Name extends CallName, Options = unknown> =
  {} extends CallInput<Name> ? [input?: CallInput<Name> & Options] : [input: CallInput<Name> & Options]

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Arguments and options of any call. */
export interface CallRequest extends CallOptions {
  readonly query?: Query | undefined
  readonly body?: unknown
}

/** Token and language of a request; passed in because the worker has no local storage. */
export interface CallIdentity {
  readonly language: string
  readonly token: string | null
  /** The last entry received of the market's log: the answer contains it, whichever server it comes from. */
  readonly seenSeq?: number
  /** Replay: calls about the market are answered as of this moment, ms. */
  readonly asOf?: number
}

/** Headers of a call: always the language, the token only where required. */
export function requestHeaders(
  name: CallName,
  identity: CallIdentity,
  { accept = 'application/json' }: CallOptions = {},
): Record<string, string> {
  const headers: Record<string, string> = { language: identity.language, accept }
  if (identity.token && !WITHOUT_TOKEN.includes(name)) headers.authorization = identity.token
  if (identity.seenSeq) headers['seen-seq'] = String(identity.seenSeq)
  return headers
}

/** Throws RangeError for a NaN or infinite number. */
export function callAddress(path: string, query: Query | undefined): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${path}: ${name} is ${value}`)
    if (value !== undefined) parameters.set(name, String(typeof value === 'boolean' ? Number(value) : value))
  }
  const text = parameters.toString()
  return `/api${path}${text && `?${text}`}`
}

/** Sends one call within the time limit. Returns a successful response or throws CallFailure. */
export async function send(name: CallName, identity: CallIdentity, options: CallRequest): Promise<Response> {
  const [method, path] = name.split(' ')
  const isPost = method === 'POST'
  const asOf = identity.asOf === undefined ? {} : { as_of: identity.asOf }
  const address = callAddress(path, { ...asOf, ...options.query })
  const limit = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    return await fetch(address, {
      method,
      headers: {
        ...requestHeaders(name, identity, options),
        ...(isPost ? { 'content-type': 'application/json' } : {}),
      },
      body: isPost ? JSON.stringify(options.body ?? {}) : undefined,
      signal,
    })
  } catch (error) {
    throw networkFailure(error, limit.aborted, options.signal?.aborted ?? false)
  }
}

/** An aborted call stays an AbortError; all other errors become a CallFailure. */
export function networkFailure(error: unknown, timedOut: boolean, givenUp: boolean): unknown {
  if (givenUp) return error
  if (timedOut) return new CallFailure('timeout', '', '')
  return error instanceof TypeError
    ? new CallFailure('connection', '', '')
    : new CallFailure('unknown', '', String(error))
}

export async function parseBody(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown
  } catch {
    return undefined
  }
}

/** The data of a JSON call. Throws CallFailure, or AbortError when `signal` aborts. */
export function requestData<Name extends CallName>(
  name: Name,
  identity: CallIdentity,
  ...input: InputOf<Name>
): Promise<Calls[Name]['data']>
export function requestData(name: CallName, identity: CallIdentity, input?: CallRequest): Promise<unknown> {
  return request(name, identity, input)
}

/** `requestData` without the types of a particular call. */
export async function request(name: CallName, identity: CallIdentity, input: CallRequest = {}): Promise<unknown> {
  const response = await send(name, identity, input)
  const result = readEnvelope(response.status, await parseBody(response))
  if (result instanceof CallFailure) throw withRetryAfter(result, response)
  return result.data
}

/** A load balancer may refuse a call without our envelope, but with the header. */
export function withRetryAfter(failure: CallFailure, response: Response): CallFailure {
  const seconds = Number(response.headers.get('retry-after'))
  if (!(seconds > 0) || retryAfter(failure) !== null) return failure
  const { kind, code, words, data } = failure
  return new CallFailure(kind, code, words, Object.assign({}, data, { retry_after: seconds }))
}
