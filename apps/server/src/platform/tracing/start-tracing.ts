import { hostname } from 'node:os'
import { setTracer } from './spans.ts'
import type { TracingLog } from './spans.ts'

export interface TracingOptions {
  /** As in the environment of the process (`Env`). */
  readonly env: {
    readonly otlpEndpoint: string | null
    readonly otlpHeaders: Readonly<Record<string, string>>
    readonly traceRatio: number
    readonly roles: readonly string[]
    readonly nodeEnv: string
  }
  readonly version: string
  readonly log: TracingLog
}

/** Starts tracing if an endpoint is configured. Returns a function that sends the last spans. */
export async function startTracing({ env, version, log }: TracingOptions): Promise<() => Promise<void>> {
  if (env.otlpEndpoint === null) return async () => {}
  const { createOtlpTracer } = await import('./otlp-tracer.ts')
  const tracer = createOtlpTracer({
    endpoint: env.otlpEndpoint,
    headers: env.otlpHeaders,
    sampleRatio: env.traceRatio,
    log,
    resource: {
      'service.name': 'flowprint',
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
      'deployment.environment.name': env.nodeEnv,
      'flowprint.roles': env.roles.join(','),
    },
  })
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await tracer.stop()
  }
}
