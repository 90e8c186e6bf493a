import { CallFailure, readEnvelope } from './envelope.ts'

export const REQUEST_TIMEOUT_MS = 10_000

/** These three are called without a user, so they never carry the token (specification section 7). */
const WITHOUT_TOKEN = new Set(['/settings', '/login', '/menus'])

export interface CallOptions {
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly accept?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** Token and language of a request; passed in because the worker has no local storage. */
export interface CallIdentity {
  readonly language: string
  readonly token: string | null
}

/** Headers of a call: always the language, the token only where required. */
export function requestHeaders(path: string, identity: CallIdentity, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { language: identity.language, accept: options.accept ?? 'application/json' }
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  if (identity.token && !WITHOUT_TOKEN.has(path)) headers.authorization = identity.token
  return headers
}

/** Throws RangeError for a NaN or infinite number. */
export function callAddress(path: string, query: CallOptions['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${path}: ${name} is ${value}`)
    if (value !== undefined) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return `/api${path}${text && `?${text}`}`
}

/** Sends one call within the time limit. Returns a successful response or throws CallFailure. */
async function send(path: string, identity: CallIdentity, options: CallOptions): Promise<Response> {
  const address = callAddress(path, options.query)
  const limit = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  try {
    return await fetch(address, {
      method: options.method ?? 'GET',
      headers: requestHeaders(path, identity, options),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
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

async function parseBody(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown
  } catch {
    return undefined
  }
}

/** The data of a JSON call. Throws CallFailure, or AbortError when `options.signal` aborts. */
export async function requestData(path: string, identity: CallIdentity, options: CallOptions = {}): Promise<unknown> {
  const response = await send(path, identity, options)
  const result = readEnvelope(response.status, await parseBody(response))
  if (result instanceof CallFailure) throw result
  return result.data
}

/** The bytes of a packed answer; a JSON answer is parsed as a failure envelope. */
export async function requestBytes(path: string, identity: CallIdentity, options: CallOptions): Promise<Uint8Array> {
  const response = await send(path, identity, options)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!response.ok || isJson) {
    const result = readEnvelope(response.status, isJson ? await parseBody(response) : undefined)
    throw result instanceof CallFailure ? result : new CallFailure('unknown', String(response.status), '')
  }
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    throw networkFailure(error, false, options.signal?.aborted ?? false)
  }
}
