import Fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'
import { scrub } from './scrub.ts'
import { standardOutput } from './standard-output.ts'
import { serializeError, serializeRequest } from './serializers.ts'

/** Fastify's own logger (pino), made before the web server so that everything else speaks through it too. */
export type Log = FastifyBaseLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** One line of JSON per event on standard output, or to `stream`. What carries rights never reaches it. */
export function createLog(level: LogLevel, stream: { write(line: string): void } = standardOutput()): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
    serializers: { req: serializeRequest, err: serializeError },
    hooks: { streamWrite: scrub },
    stream,
  }
  return Fastify({ logger: options }).log
}
