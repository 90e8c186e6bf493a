import type { FastifyRequest } from 'fastify'

/**
 * Whether the router matched a call or a file of the API. Decided by the matched route and never by the text of the
 * request target, which can name the same route in many ways (percent-encoded, or absolute with scheme and host).
 */
export const isApiRoute = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith('/api/') === true
