import Fastify from 'fastify'
import type { FastifyBaseLogger } from 'fastify'

/** Fastify's own logger (pino), made before the web server so that everything else speaks through it too. */
export type Log = FastifyBaseLogger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** One line of JSON per event on standard output. Header values that carry rights never reach it. */
export function createLog(level: LogLevel): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
  }
  return Fastify({ logger: options }).log
}
