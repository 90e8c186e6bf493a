import type { FastifyRequest } from 'fastify'

/**
 * Whether the request comes from this machine. Behind a local proxy every request comes from loopback, so forwarded
 * requests do not count.
 */
export function isFromLoopback(request: FastifyRequest): boolean {
  const address = request.raw.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !forwarded && /^(127\.|::1$|::ffff:127\.)/.test(address)
}

/**
 * The same for calls that change something: also rejects requests that a foreign page makes in a browser of this
 * machine, whatever host name it uses.
 */
export function isOperatorHere(request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return isFromLoopback(request) && ['localhost', '127.0.0.1', '[::1]'].includes(host)
}
