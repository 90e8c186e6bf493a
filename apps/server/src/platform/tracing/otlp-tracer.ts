// Loaded only when OTEL_EXPORTER_OTLP_ENDPOINT is set.
import { ROOT_CONTEXT, SpanKind as OtelKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import type { Context, Span as OtelSpan } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { codeOf, messageOf } from '../errors/index.ts'
import type { Attributes, Span } from './context.ts'
import type { SpanKind, Tracer, TracingLog } from './spans.ts'

export interface OtlpOptions {
  /** Base address of an OTLP/HTTP receiver; `/v1/traces` is appended. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Share of traces that are recorded, 0 to 1. */
  readonly sampleRatio: number
  readonly resource: Attributes
  readonly log: TracingLog
}

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
}

/** Spans beyond these are dropped: a collector that does not answer must not cost memory. */
const QUEUE = { maxQueueSize: 2048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000, exportTimeoutMillis: 10_000 }

export function createOtlpTracer({ endpoint, headers, sampleRatio, resource, log }: OtlpOptions): Tracer {
  const exporter = reporting(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } }), log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...resource }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...QUEUE })],
  })
  const tracer = provider.getTracer('flowprint')
  return {
    start(name, { kind, attributes, parent }) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, contextOf(parent))
      return new OtlpSpan(span)
    },
    // A collector that cannot be reached has been logged.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

/** Logs when a collector stops and starts accepting spans. */
function reporting(exporter: SpanExporter, log: TracingLog): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== 0
        if (hasFailed && !isFailing)
          log.warn({ error: messageOf(result.error) }, 'the trace collector cannot be reached: spans are dropped')
        else if (!hasFailed && isFailing) log.info('the trace collector answers again')
        isFailing = hasFailed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

class OtlpSpan implements Span {
  readonly otel: OtelSpan

  constructor(otel: OtelSpan) {
    this.otel = otel
  }

  get traceId(): string {
    return this.otel.spanContext().traceId
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.otel.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  set(attributes: Attributes): void {
    this.otel.setAttributes({ ...attributes })
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      // Messages of PostgreSQL and of mail servers may repeat what a user entered.
      this.otel.setAttributes({ 'error.type': error instanceof Error ? codeOf(error) || error.name : messageOf(error) })
      this.otel.setStatus({ code: SpanStatusCode.ERROR })
    }
    this.otel.end()
  }
}

function contextOf(parent: Span | string | null): Context {
  if (parent instanceof OtlpSpan) return trace.setSpan(ROOT_CONTEXT, parent.otel)
  if (typeof parent !== 'string') return ROOT_CONTEXT
  const [, traceId, spanId, flags] = parent.split('-')
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
