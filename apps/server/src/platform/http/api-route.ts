import type { FastifyRequest } from 'fastify'

/**
 * Whether the router matched a call or a file of the API. Based on the matched route, not on the request target, which
 * can spell the same route in many ways (percent-encoded, or absolute with scheme and host).
 */
export const isApiRoute = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith('/api/') === true
