import { scannerCalls } from '@flowprint/contract'
import type { FastifyPluginAsync } from 'fastify'
import { cutOf } from '../../market/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { addCalls } from '../../platform/http/index.ts'
import type { ScannerHub } from './scanner-hub.ts'

export { ScannerHub } from './scanner-hub.ts'
export { ScannerRegistry } from './scanner-registry.ts'
export { ScannerWorker } from './compute/scanner-worker.ts'

export interface ScannerDeps {
  readonly hub: ScannerHub
  readonly clock: Clock
  /** SCANNER. */
  readonly isEnabled: boolean
}

/** The call about the rows of the scanner. */
export const scannerPlugin: FastifyPluginAsync<ScannerDeps> = async (app, { hub, clock, isEnabled }) => {
  addCalls(app, scannerCalls, {
    scanner: async ({ query: { interval = '5m' }, request: { access } }) => ({
      interval,
      enabled: isEnabled,
      as_of: cutOf(access.delayMs, clock.now()) ?? null,
      list: [...(await hub.rows(interval, access.delayMs))],
    }),
  })
}
