import type { FastifyRequest } from 'fastify'

/**
 * Whether the machine itself asks. Behind a proxy of the same machine everybody comes from loopback: a forwarded request
 * is not the machine itself.
 */
export function isFromLoopback(request: FastifyRequest): boolean {
  const address = request.raw.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return !forwarded && /^(127\.|::1$|::ffff:127\.)/.test(address)
}

/**
 * The same for calls that change something: a page of a foreign site, opened in a browser of this machine, must not make
 * them either, whatever name it found for this address.
 */
export function isOperatorHere(request: FastifyRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  return isFromLoopback(request) && ['localhost', '127.0.0.1', '[::1]'].includes(host)
}
