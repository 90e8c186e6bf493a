import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** An operation in progress, as traces show it. */
export interface Span {
  readonly traceId: string
  /** W3C trace context, for a job that continues the trace. */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** `error`: what made the operation fail. */
  end(error?: unknown): void
}

/** What the current operation belongs to: carried through promises into log lines, statements and jobs. */
export interface Context {
  /** Id of the request that caused it; null for background work. */
  readonly requestId: string | null
  /** null while tracing is off. */
  readonly span: Span | null
}

const contexts = new AsyncLocalStorage<Context>()

export const currentContext = (): Context | undefined => contexts.getStore()

/** Runs `work`, and everything it starts, in the context. */
export const runInContext = <Result>(context: Context, work: () => Result): Result => contexts.run(context, work)

/** Fields of every log line that is written in a context. */
export function logFields(): { readonly reqId?: string; readonly traceId?: string } {
  const context = contexts.getStore()
  if (context === undefined) return {}
  const { requestId, span } = context
  return { ...(requestId === null ? {} : { reqId: requestId }), ...(span === null ? {} : { traceId: span.traceId }) }
}

/** What a job inherits from the operation that enqueued it. */
export interface JobOrigin {
  readonly requestId?: string
  readonly traceparent?: string
}

const REQUEST_ID = /^[\w-]{1,64}$/
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Of the current operation; null outside of any. Its texts contain only letters, digits, `_` and `-`. */
export function currentOrigin(): JobOrigin | null {
  const context = contexts.getStore()
  if (context === undefined) return null
  return readOrigin({ requestId: context.requestId, traceparent: context.span?.traceparent })
}

/** The origin in the payload of a job, which an older version may have written; null when there is none. */
export function readOrigin(json: unknown): JobOrigin | null {
  if (typeof json !== 'object' || json === null) return null
  const { requestId, traceparent } = json as Readonly<Record<string, unknown>>
  const origin: JobOrigin = {
    ...(typeof requestId === 'string' && REQUEST_ID.test(requestId) ? { requestId } : {}),
    ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {}),
  }
  return origin.requestId === undefined && origin.traceparent === undefined ? null : origin
}
