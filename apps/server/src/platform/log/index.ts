import Fastify from 'fastify'
import type { FastifyRequest, FastifyBaseLogger } from 'fastify'
import { logFields } from '../tracing/index.ts'
import { readableOutput, standardOutput } from './output.ts'

const REMOVED = '[removed]'

/** Names of fields that hold secrets, in JSON and in JSON nested in strings. */
const FIELD =
  /(\\*"(?:\w*password|\w*token|authorization|otp|secret|recovery_codes?|cookie)\\*"\s*:\s*\\*")(?:[^"\\]|\\+[^"\\])*/gi
const IN_ADDRESS = /([?&](?:token|secret|code)=)[^&#"'\s\\]+/gi
const SESSION = /ofs_[\w-]{8,}/g
const PASSWORD_HASH = /\$argon2[a-z]*\$[^"\s\\]+/g
const USER_IN_ADDRESS = /(\b[a-z][a-z+.-]*:\/\/[^\s:/@"\\]*:)[^\s@"\\]+(?=@)/gi

/**
 * Removes secrets from a log line: session and link tokens, passwords and their hashes, authenticator secrets,
 * passwords in addresses. A last line of defence: none of these is logged on purpose.
 */
export function scrub(line: string): string {
  return line
    .replace(FIELD, `$1${REMOVED}`)
    .replace(IN_ADDRESS, `$1${REMOVED}`)
    .replace(SESSION, REMOVED)
    .replace(PASSWORD_HASH, REMOVED)
    .replace(USER_IN_ADDRESS, `$1${REMOVED}`)
}

/** Logged fields of a request: never its query, headers or body. */
function serializeRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>): Record<string, unknown> {
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
function serializeError(error: unknown): LoggedError {
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

/** Fastify's logger (pino), created before the web server so that everything can use it. */
export type Log = FastifyBaseLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export interface LogOptions {
  /** Default: standard output. */
  readonly stream?: { write(line: string): void }
  /** Human-readable text instead of JSON. */
  readonly isReadable?: boolean
}

/** One line of JSON or text per event, with secrets removed. */
export function createLog(level: LogLevel, { stream = standardOutput(), isReadable = false }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    mixin: logFields,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
    serializers: { req: serializeRequest, err: serializeError },
    hooks: { streamWrite: scrub },
    stream: isReadable ? readableOutput(stream) : stream,
  }
  return Fastify({ logger: options }).log
}
