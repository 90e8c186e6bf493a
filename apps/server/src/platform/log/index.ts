import Fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { readableOutput } from './readable-output.ts'
import { scrub } from './scrub.ts'
import { standardOutput } from './standard-output.ts'
import { serializeError, serializeRequest } from './serializers.ts'

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
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
    serializers: { req: serializeRequest, err: serializeError },
    hooks: { streamWrite: scrub },
    stream: isReadable ? readableOutput(stream) : stream,
  }
  return Fastify({ logger: options }).log
}
