import { ruleOf } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'

export interface RegisteredRoute {
  readonly method: string
  readonly path: string
}

/**
 * Default deny: a route that the who-may-call table does not list stops the start of the server.
 * Returns the list of what was registered, filled as plugins register it.
 */
export function watchRoutes(app: FastifyInstance): readonly RegisteredRoute[] {
  const routes: RegisteredRoute[] = []
  app.addHook('onRoute', (route) => {
    for (const method of Array.isArray(route.method) ? route.method : [route.method]) {
      if (ruleOf(method, route.url) === undefined) {
        throw new Error(`Invariant: ${method} ${route.url} is not in the who-may-call table of packages/contract`)
      }
      routes.push({ method, path: route.url })
    }
  })
  return routes
}
