import type { FastifyInstance } from 'fastify'
import { addProperties } from './routes/properties.ts'
import { addSettings } from './routes/settings.ts'
import type { ContentOptions } from './routes/settings.ts'

/** What pages need to know of the site. */
export function addContentCalls(app: FastifyInstance, options: ContentOptions): void {
  addSettings(app, options)
  addProperties(app, options)
}
