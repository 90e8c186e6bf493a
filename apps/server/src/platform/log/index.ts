import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** One line of JSON per event on standard output. Header values that carry rights never reach it. */
export function createLog(level: LogLevel): Log {
  return pino({
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
  })
}
