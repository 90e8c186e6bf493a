// A web node of the benches, in a separate process: the application of `npm start` over a PostgreSQL and its replica.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../apps/server/src/app.ts'
import { openDatabase, POOL_LIMITS } from '../../apps/server/src/platform/database/index.ts'
import { readEnv } from '../../apps/server/src/platform/env/index.ts'
import { createLog } from '../../apps/server/src/platform/log/index.ts'
import { createServices } from '../../apps/server/src/services.ts'
import type { Services } from '../../apps/server/src/services.ts'
import { member } from './bench-app.ts'
import { answerCalls } from './ingest/calls.ts'

export interface HistoryServerStart {
  readonly databaseUrl: string
  /** Null: everything is read from the primary. */
  readonly replicaUrl: string | null
  readonly natsUrl: string | null
}

let services: Services | null = null

answerCalls({
  /** Returns its address. */
  async start({ databaseUrl, replicaUrl, natsUrl }: HistoryServerStart): Promise<string> {
    const env = readEnv({
      NODE_ENV: 'test',
      ROLES: 'web',
      APP_KEY: 'the key that all nodes of the benches share',
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: replicaUrl ?? '',
      NATS_URL: natsUrl ?? '',
      RATE_LIMIT_FACTOR: '100000',
      MAX_LOOP_DELAY_MS: '0',
      TRON_API_URL: 'off',
    })
    const log = createLog('warn')
    const database = await openDatabase({
      env,
      command: 'npm run bench',
      mode: 'own',
      writeLine: (line) => console.log(`bench: ${line}`),
      limits: POOL_LIMITS.work,
    })
    services = createServices({ env, log, database, overrides: { accessOf: member } })
    await services.nodes.start()
    const app = await buildApp(services)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { bus, replicas } = services
    while (!bus.isConnected || replicas?.list.some(({ state }) => state !== 'ready') === true) await sleep(10)
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  },
  /** Reads so far by server: `primary`, or the name of a replica. */
  async reads(): Promise<Record<string, number>> {
    const metric = await services?.metrics.getSingleMetric('market_reads_total')?.get()
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels['server']), value]))
  },
})
