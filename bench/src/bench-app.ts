import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../apps/server/src/app.ts'
import { readEnv } from '../../apps/server/src/platform/env/index.ts'
import type { AccessOf } from '../../apps/server/src/platform/http/index.ts'
import { createKeys } from '../../apps/server/src/platform/keys/index.ts'
import { createLog } from '../../apps/server/src/platform/log/index.ts'
import { createServices } from '../../apps/server/src/services.ts'
import type { ServiceOptions } from '../../apps/server/src/services.ts'
import type { BenchStore } from './store.ts'

/** A member, without a database query: the benches measure the market, not the login. */
export const member: AccessOf = () => ({ user: '1', delayMs: 0 })

/** The app of `npm start` over a bench store, listening at `url`; `webRoot`: the built pages, if they are served. */
export async function openBenchApp(
  bench: BenchStore,
  env: Readonly<Record<string, string>>,
  overrides: ServiceOptions['overrides'] = {},
  webRoot: string | null = null,
): Promise<{ readonly app: FastifyInstance; readonly url: string }> {
  const services = createServices({
    env: readEnv({ NODE_ENV: 'test', ...env }),
    log: createLog('silent'),
    database: { pool: bench.database.pool },
    overrides: {
      store: bench.store,
      bus: bench.bus,
      keys: createKeys(['of a bench, and of nothing else at all']),
      ...overrides,
    },
  })
  const app = await buildApp(services, webRoot)
  app.addHook('onClose', async () => services.hub.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}
