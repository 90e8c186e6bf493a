import { ruleOf } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'

export interface RegisteredRoute {
  readonly method: string
  readonly path: string
}

/**
 * Default deny: throws for a route that the who-may-call table does not list. Returns the list of registered routes,
 * filled as plugins register them.
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
