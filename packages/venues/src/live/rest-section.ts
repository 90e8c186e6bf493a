/** Query parameters; undefined ones are omitted. */
export type RestQuery = Readonly<Record<string, string | number | undefined>>

export interface RestRequest {
  /** From the root: /api/v3/aggTrades. */
  readonly path: string
  readonly query?: RestQuery
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown
  /** Weight of the request in the section's budget; 1 by default. */
  readonly weight?: number
}

/**
 * REST access to one section within its limits: waits for its budget, retries transient failures, stops when the caller
 * aborts.
 */
export interface RestSection {
  readonly signal: AbortSignal | undefined
  readonly clock: () => number
  /**
   * The raw text of the response.
   *
   * Throws  RestRefusal for a permanent failure (4xx except 429 and 418); the last failure when all attempts are used
   *         up; the signal's reason when the caller aborted.
   */
  text(request: RestRequest): Promise<string>
  /** The response parsed by JSON.parse: only where every relevant number is sent as text or is a safe integer. */
  json(request: RestRequest): Promise<unknown>
}

/** The venue rejected the request. */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
