import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * Browsers send the page's origin with a WebSocket and do not enforce same-origin: allow only our pages and those of
 * CORS_ORIGINS. Non-browser clients send no origin.
 */
export function guardUpgrades(
  app: FastifyInstance,
  options: { readonly appUrl: string; readonly corsOrigins: readonly string[] },
): void {
  const allowed = new Set([options.appUrl, ...options.corsOrigins])
  app.addHook('onRequest', async (request) => {
    const { origin, upgrade, host } = request.headers
    if (upgrade === undefined || origin === undefined || allowed.has(origin)) return
    // Reached under another name or port than APP_URL, as in development: accept pages of the same host.
    if (URL.canParse(origin) && new URL(origin).host === host) return
    throw new AppError('FORBIDDEN')
  })
  // The HTTP server no longer owns an upgraded connection: a refused one must be closed here.
  app.addHook('onSend', async (request, reply) => {
    if (request.headers.upgrade === undefined) return
    reply.header('connection', 'close')
    reply.raw.once('finish', () => request.raw.socket.destroySoon())
  })
}
