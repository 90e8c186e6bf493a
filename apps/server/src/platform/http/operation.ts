import { readFileSync } from 'node:fs'
import { timingSafeEqual } from 'node:crypto'
import { operationCalls } from '@flowprint/contract'
import type { Ready } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { DatabaseTrouble, ReplicaStatus } from '../database/index.ts'
import { addCall } from './add-call.ts'
import { AppError } from './app-error.ts'
import { DOCS_POLICY } from './security-headers.ts'
import { whenEnded } from './when-ended.ts'

/** Why the server is not ready. */
export type Trouble = DatabaseTrouble | 'stopping'

const SENTENCES: Readonly<Record<Trouble, ApiMessageKey>> = {
  unreachable: 'NOT_READY_UNREACHABLE',
  timeout: 'NOT_READY_TIMEOUT',
  starting: 'NOT_READY_STARTING',
  disk_full: 'NOT_READY_DISK_FULL',
  read_only: 'NOT_READY_READ_ONLY',
  failing: 'NOT_READY_FAILING',
  stopping: 'NOT_READY_STOPPING',
}

const OK = { status: 'ok' } as const

/** Of this program. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string }

/**
 * /health: the process runs, and its version. /ready: the database answers and commits; otherwise `check` resolves to
 * the reason. Replicas are optional: one that is left out does not make the server unready.
 */
export function addHealth(
  app: FastifyInstance,
  check: () => Promise<Trouble | null>,
  replicas: () => readonly ReplicaStatus[] = () => [],
): void {
  addCall(app, operationCalls.health, () => ({ ...OK, version: VERSION }))
  addCall(app, operationCalls.ready, async () => {
    const trouble = await check().catch(() => 'failing' as const)
    if (trouble === null) return { ...OK, ...presentReplicas(replicas()) }
    throw new AppError('MAINTENANCE', {
      data: { reason: trouble },
      sentences: [{ key: SENTENCES[trouble], params: {} }],
    })
  })
}

/** In the order of DATABASE_REPLICA_URL, without their addresses: the call is public. */
const presentReplicas = (list: readonly ReplicaStatus[]): Pick<Ready, 'replicas'> =>
  list.length === 0
    ? {}
    : { replicas: list.map(({ state, lagMs }) => ({ state, lag_ms: lagMs === null ? null : Math.round(lagMs) })) }

export interface MetricsAccess {
  readonly secret: string | null
  /**
   * Callers on this machine need no secret. Off in production, where a proxy or another local program may forward
   * requests of strangers.
   */
  readonly openOnLoopback: boolean
}

/** The metrics of the process; the server adds those of its calls, and the market those of its feeds. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Measures every call, and serves the metrics in the Prometheus text format. */
export function addMetrics(app: FastifyInstance, registry: Registry, access: MetricsAccess): void {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onRequest', async (request, reply) => {
    // Label with the route pattern, not the requested path, to bound the number of labels.
    const path = request.routeOptions.url ?? 'unknown'
    whenEnded(reply, (status) =>
      seconds.observe({ method: request.method, path, status: String(status) }, reply.elapsedTime / 1000),
    )
  })
  addCall(app, operationCalls.metrics, async ({ request, reply }) => {
    if (!mayRead(request, access)) throw new AppError('FORBIDDEN')
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
}

function mayRead(request: FastifyRequest, { secret, openOnLoopback }: MetricsAccess): boolean {
  const given = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (secret !== null && sameText(given, secret)) return true
  return openOnLoopback && isFromLoopback(request)
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Whether the request comes from this machine. Behind a local proxy every request comes from loopback, so forwarded
 * requests do not count.
 */
function isFromLoopback(request: FastifyRequest): boolean {
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
