/** Parameters of a request; those undefined are left out. */
export type RestQuery = Readonly<Record<string, string | number | undefined>>

export interface RestRequest {
  /** From the root: /api/v3/aggTrades. */
  readonly path: string
  readonly query?: RestQuery
  /** Sent as JSON by POST; GET without. */
  readonly body?: unknown
  /** What the request costs of the section's budget; 1 by default. */
  readonly weight?: number
}

/** One section's REST within its limits: waits for its budget, retries what may pass, stops when the caller does. */
export interface RestSection {
  readonly signal: AbortSignal | undefined
  readonly clock: () => number
  /**
   * The answer's raw text.
   *
   * Throws  RestRefusal for an answer that no retry mends (4xx but 429 and 418); the last failure when all attempts are
   *         spent; the signal's reason when the caller stopped.
   */
  text(request: RestRequest): Promise<string>
  /** The answer parsed by JSON.parse: only where every number that matters is sent as text or is a safe integer. */
  json(request: RestRequest): Promise<unknown>
}

/** The venue understood and said no. */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
