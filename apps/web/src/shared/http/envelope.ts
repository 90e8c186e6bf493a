/**
 * The envelope of every call, `{code, message, data}`, and how the application handles failures (specification section
 * 8). Pure: no fetch, no texts; shared by the pages and the market worker.
 */

export type FailureKind =
  | 'sessionExpired' // 401: show it, clear the token
  | 'forbidden' // 403: go to /401
  | 'notActivated' // '501': show the message, go to SendActive
  | 'logOut' // the message mentions the token: clear it, go to login
  | 'signedOut' // not sent: the call requires a login and no user is logged in
  | 'message' // show the server's message
  | 'code' // without a message: "backend interface {code} error"
  | 'status' // without a body: "backend interface {status} error"
  | 'connection'
  | 'timeout'
  | 'unreadable' // the packed bytes of an answer cannot be decoded; `code` is the engine's
  | 'unknown'

/** A failed call. `message` is for logs; pages format `kind` (see failures.ts). */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly kind: FailureKind
  /** The envelope's code, or the HTTP status without an envelope; empty for network errors. */
  readonly code: string
  /** The server's message, or empty. */
  readonly words: string
  /** The envelope's data: `error` slug, `fields`, hints. */
  readonly data: unknown
  constructor(kind: FailureKind, code: string, words: string, data: unknown = null) {
    super(`${kind} ${code} ${words}`.trim())
    this.kind = kind
    this.code = code
    this.words = words
    this.data = data
  }
}

/** 200, '200', 0 and 1 mean success. */
export function isSuccessCode(code: unknown): boolean {
  return code === 200 || code === '200' || code === 0 || code === 1
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Parses the body of an answer: returns the data of a success or throws the failure. */
export function readEnvelope(status: number, body: unknown): { data: unknown } | CallFailure {
  if (typeof body !== 'object' || body === null) {
    return status >= 200 && status < 300
      ? new CallFailure('unknown', '', '')
      : new CallFailure('status', String(status), '')
  }
  const { code, message, detail, data } = body as Record<string, unknown>
  const hasCode = typeof code === 'number' || typeof code === 'string'
  if (status >= 200 && status < 300 && isSuccessCode(code)) return { data }
  // For HTTP errors `detail` and the status apply; for HTTP success the envelope does.
  const httpError = status < 200 || status >= 300
  const words = httpError ? textOf(detail) || textOf(message) : textOf(message)
  // Neither a success nor a known failure.
  if (!httpError && !hasCode && !words) return new CallFailure('unknown', '', '')
  const shown = hasCode && !(httpError && isSuccessCode(code)) ? String(code) : String(status)
  return new CallFailure(failureKind(shown, words), shown, words, data ?? null)
}

function failureKind(code: string, words: string): FailureKind {
  if (code === '401') return 'sessionExpired'
  if (code === '403') return 'forbidden'
  if (code === '501') return 'notActivated'
  if (words.includes('Token')) return 'logOut'
  return words ? 'message' : 'code'
}

/** The slug in `data.error`, which distinguishes failures with the same code; '' for other errors. */
export function failureSlug(error: unknown): string {
  return textOf(hintsOf(error).error)
}

/** The data of a failure; empty for other errors. */
const hintsOf = (error: unknown): Readonly<Record<string, unknown>> =>
  (error instanceof CallFailure && (error.data as Record<string, unknown> | null)) || {}

/** Seconds until a retry is allowed; null when the server does not say. */
export function retryAfter(failure: unknown): number | null {
  const seconds = Number(hintsOf(failure).retry_after)
  return seconds > 0 ? seconds : null
}

/** Refused before anything was done, because the server has too much to do: a retry is safe and expected. */
export const isBusy = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === '503' && retryAfter(failure) !== null

/** Attempts of a call that is refused so. */
export const BUSY_ATTEMPTS = 4

/** Clients that were refused together must not return together. */
const RETRY_SPREAD = 0.3

/** Delay before a call that was refused is repeated, ms; 0 when the server does not say. */
export const retryDelayMs = (failure: unknown, random: () => number = Math.random): number =>
  Math.round((retryAfter(failure) ?? 0) * 1000 * (1 + RETRY_SPREAD * random()))
