import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * A browser sends a page's origin when it opens a WebSocket, and no rule of the browser keeps foreign pages from doing so:
 * only our own pages and those of CORS_ORIGINS may. What is no browser sends none.
 */
export function guardUpgrades(
  app: FastifyInstance,
  options: { readonly appUrl: string; readonly corsOrigins: readonly string[] },
): void {
  const allowed = new Set([options.appUrl, ...options.corsOrigins])
  app.addHook('onRequest', async (request) => {
    const { origin, upgrade, host } = request.headers
    if (upgrade === undefined || origin === undefined || allowed.has(origin)) return
    // Reached by another name or port than APP_URL, as in development: the page came from where it connects to.
    if (URL.canParse(origin) && new URL(origin).host === host) return
    throw new AppError('FORBIDDEN')
  })
  // An upgrade takes its connection out of the hands of the HTTP server: refused, nobody else would ever close it.
  app.addHook('onSend', async (request, reply) => {
    if (request.headers.upgrade === undefined) return
    reply.header('connection', 'close')
    reply.raw.once('finish', () => request.raw.socket.destroySoon())
  })
}
