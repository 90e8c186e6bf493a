/**
 * The envelope of every call, `{code, message, data}`, and what a failure asks of the application
 * (specification section 8). Pure: no fetch, no words; shared by the pages and the market worker.
 */

export type FailureKind =
  | 'sessionExpired' // 401: say so, forget the token
  | 'forbidden' // 403: go to /401
  | 'notActivated' // '501': show the message, go to SendActive
  | 'logOut' // the message names the token: forget it, go to login
  | 'signedOut' // nothing was sent: the call needs a login and nobody is logged in
  | 'message' // show the server's own words
  | 'code' // no words came: "backend interface {code} error"
  | 'status' // no body came: "backend interface {status} error"
  | 'connection'
  | 'timeout'
  | 'unreadable' // an answer came whose packed bytes cannot be read; `code` is the engine's
  | 'unknown'

/** A call that did not succeed. `message` is for logs; pages speak through `kind` (see failure-text.ts). */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly kind: FailureKind
  /** The envelope's code, or the HTTP status where no envelope came; empty for network faults. */
  readonly code: string
  /** The server's words, empty when it said none. */
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

/** 200, '200', 0 and 1 mean success; everything else does not. */
export function isSuccessCode(code: unknown): boolean {
  return code === 200 || code === '200' || code === 0 || code === 1
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Reads an answer's parsed body: the data of a success, or the failure it stands for. */
export function readEnvelope(status: number, body: unknown): { data: unknown } | CallFailure {
  if (typeof body !== 'object' || body === null) {
    return status >= 200 && status < 300
      ? new CallFailure('unknown', '', '')
      : new CallFailure('status', String(status), '')
  }
  const { code, message, detail, data } = body as Record<string, unknown>
  const hasCode = typeof code === 'number' || typeof code === 'string'
  if (status >= 200 && status < 300 && isSuccessCode(code)) return { data }
  // Over HTTP errors the detail text speaks and the status counts; inside an HTTP success the envelope does.
  const httpError = status < 200 || status >= 300
  const words = httpError ? textOf(detail) || textOf(message) : textOf(message)
  // Neither a success nor anything the catalogue knows.
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

/** The slug in `data.error`, by which a page tells failures of one code apart. */
export function failureSlug(failure: CallFailure): string {
  const { data } = failure
  return typeof data === 'object' && data !== null ? textOf((data as Record<string, unknown>).error) : ''
}
