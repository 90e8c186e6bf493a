import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { DOCS_POLICY } from './security-headers.ts'

/**
 * Serves the OpenAPI 3.1 description of all calls at /api/docs, generated from the schemas of packages/contract.
 * Register it before the calls.
 */
export async function addDocs(app: FastifyInstance, productName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} API`,
        version: '1',
        description:
          'Every answer is `{code, message, data}`; a success has code 200. Prices and quantities are exact decimal strings. ' +
          'Messages are Chinese unless the header `language: en` is sent.',
      },
      tags: [
        { name: 'market', description: 'Footprints, trades and their completeness' },
        { name: 'accounts', description: 'Registration, login, profile, sessions, two-factor' },
        { name: 'site', description: 'What the pages need' },
        { name: 'operation', description: 'For the operator' },
        { name: 'development', description: 'Absent in production' },
      ],
    },
    convertConstToEnum: false,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: { ...DOCS_POLICY },
    uiConfig: { docExpansion: 'list', deepLinking: true },
  })
}
