import type { FastifyRequest } from 'fastify'

/** What of a request is logged: never its query, headers or body. */
export function serializeRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>): Record<string, unknown> {
  return { method: request.method, path: request.url.split('?')[0], ip: request.ip }
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [field: string]: unknown
}

interface Fault extends Error {
  readonly code?: unknown
  readonly constraint?: unknown
  readonly table?: unknown
}

/**
 * What of an error is logged. Not its other fields: those of PostgreSQL's errors repeat the values of the row, and those of
 * mail servers the whole conversation.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', code, constraint, table, cause } = error as Fault
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    table,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}
