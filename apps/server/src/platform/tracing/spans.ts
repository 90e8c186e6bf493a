import { currentContext, runInContext } from './context.ts'
import type { Attributes, Span } from './context.ts'

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export interface SpanStart {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** Default: the span of the current context. A traceparent continues the trace of another process. */
  readonly parent?: Span | string | null
}

/** The part of the log that tracing uses; the log itself depends on the current span. */
export interface TracingLog {
  info(message: string): void
  warn(fields: object, message: string): void
}

/** Creates spans and sends them to a collector. */
export interface Tracer {
  start(name: string, options: { kind: SpanKind; attributes: Attributes; parent: Span | string | null }): Span
  /** Sends what was not sent yet. */
  stop(): Promise<void>
}

/** null: tracing is off, and nothing below costs more than this comparison. */
let tracer: Tracer | null = null

/** One tracer per process, as spans are made where no service is at hand: in connections, commits and the log. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** null while tracing is off. The caller ends the span. */
export function startSpan(name: string, { kind = 'internal', attributes = {}, parent }: SpanStart = {}): Span | null {
  if (tracer === null) return null
  return tracer.start(name, { kind, attributes, parent: parent === undefined ? currentSpan() : parent })
}

const currentSpan = (): Span | null => currentContext()?.span ?? null

/** Runs `work` as a span below the current one, or as the first of a new trace. */
export function inSpan<Result>(
  name: string,
  start: SpanStart,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, start)
  if (span === null) return work(null)
  return runInContext({ requestId: currentContext()?.requestId ?? null, span }, () => ended(span, work(span)))
}

/** The same, but only inside a trace: work that polls must not begin one each time. */
export function inChildSpan<Result>(
  name: string,
  start: () => SpanStart,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer === null || currentSpan() === null ? work() : inSpan(name, start(), work)
}

async function ended<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
