export { currentOrigin, logFields, readOrigin, runInContext } from './context.ts'
export type { JobOrigin, Span } from './context.ts'
export { inChildSpan, inSpan, startSpan } from './spans.ts'
export { startTracing } from './start-tracing.ts'
