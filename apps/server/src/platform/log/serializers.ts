import type { FastifyRequest } from 'fastify'

/** Logged fields of a request: never its query, headers or body. */
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
 * Logged fields of an error. Other fields are omitted: PostgreSQL's errors contain row values, mail errors the whole
 * SMTP dialogue.
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
