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

/**
 * Parses the body of an answer: returns the data of a success or the failure. `retryAfterHeader`, for answers of a
 * load balancer, which have no envelope.
 */
export function readEnvelope(
  status: number,
  body: unknown,
  retryAfterHeader: string | null = null,
): { data: unknown } | CallFailure {
  if (typeof body !== 'object' || body === null) {
    return status >= 200 && status < 300
      ? new CallFailure('unknown', '', '')
      : new CallFailure('status', String(status), '', { retry_after: Number(retryAfterHeader) })
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
  const data = error instanceof CallFailure ? error.data : null
  return typeof data === 'object' && data !== null ? textOf((data as Record<string, unknown>).error) : ''
}

/** Seconds until a retry is allowed; null when the server does not say. */
export function retryAfter(failure: unknown): number | null {
  const data = (failure as { readonly data?: unknown } | null)?.data
  const seconds = (data as { readonly retry_after?: unknown } | null | undefined)?.retry_after
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}
