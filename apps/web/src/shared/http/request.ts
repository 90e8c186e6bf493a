import type { CallName, Calls } from '@flowprint/contract'
import { CallFailure, readEnvelope } from './envelope.ts'

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
}

/** Headers of a call: always the language, the token only where required. */
export function requestHeaders(
  name: CallName,
  identity: CallIdentity,
  { accept = 'application/json' }: CallOptions = {},
): Record<string, string> {
  const headers: Record<string, string> = { language: identity.language, accept }
  if (identity.token && !WITHOUT_TOKEN.includes(name)) headers.authorization = identity.token
  return headers
}

/** Throws RangeError for a NaN or infinite number. */
export function callAddress(path: string, query: Query | undefined): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${path}: ${name} is ${value}`)
    if (value !== undefined) parameters.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  const text = parameters.toString()
  return `/api${path}${text && `?${text}`}`
}

/** Sends one call within the time limit. Returns a successful response or throws CallFailure. */
async function send(name: CallName, identity: CallIdentity, options: CallRequest): Promise<Response> {
  const [method, path] = name.split(' ')
  const isPost = method === 'POST'
  const address = callAddress(path, options.query)
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
function networkFailure(error: unknown, timedOut: boolean, givenUp: boolean): unknown {
  if (givenUp) return error
  if (timedOut) return new CallFailure('timeout', '', '')
  return error instanceof TypeError
    ? new CallFailure('connection', '', '')
    : new CallFailure('unknown', '', String(error))
}

const envelopeOf = ({ status, headers }: Response, body: unknown) =>
  readEnvelope(status, body, headers.get('retry-after'))

async function parseBody(response: Response): Promise<unknown> {
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
  const result = envelopeOf(response, await parseBody(response))
  if (result instanceof CallFailure) throw result
  return result.data
}

/** The bytes of a packed answer or a file; a JSON answer is parsed as a failure envelope. */
export function requestBytes<Name extends CallName>(
  name: Name,
  identity: CallIdentity,
  ...input: InputOf<Name>
): Promise<Uint8Array>
export async function requestBytes(
  name: CallName,
  identity: CallIdentity,
  input: CallRequest = {},
): Promise<Uint8Array> {
  const response = await send(name, identity, input)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!response.ok || isJson) {
    const result = envelopeOf(response, isJson ? await parseBody(response) : undefined)
    throw result instanceof CallFailure ? result : new CallFailure('unknown', String(response.status), '')
  }
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    throw networkFailure(error, false, input.signal?.aborted ?? false)
  }
}
