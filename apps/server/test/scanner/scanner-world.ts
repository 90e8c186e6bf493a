import { MINUTE_MS } from '@flowprint/orderflow'
import { simulatedTape } from '@flowprint/testkit'
import { ScannerHub, ScannerWorker } from '../../src/modules/scanner/plugin.ts'
import type { ScannerWorkerOptions } from '../../src/modules/scanner/compute/scanner-worker.ts'
import type { Bus } from '../../src/platform/bus/index.ts'
import { Leases } from '../../src/platform/lease/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { alertWorld, DELAY_MS } from '../alerts/alert-world.ts'
import { DatabaseTape } from '../market/stream/database-tape.ts'
import type { Trade } from '../market/stream/memory-tape.ts'

/** The trades of a simulated market by minute. */
export function minutesOf(seed: number, from: number, minutes: number): Trade[][] {
  const trades = simulatedTape({ seed, from, minutes })
  const list: Trade[][] = Array.from({ length: minutes }, () => [])
  for (let i = 0; i < trades.length; i++)
    list[Math.floor((trades.ts[i] - from) / MINUTE_MS)].push({
      ts: trades.ts[i],
      price: trades.price[i],
      qty: trades.qty[i],
      buy: trades.buy[i] === 1,
    })
  return list
}

/** A world of alerts with more markets and any number of scanners. */
export async function scannerWorld() {
  const world = await alertWorld('TEST:ONE')
  const { pool, bus, clock, store, database } = world
  const workers: ScannerWorker[] = []
  const hubs: ScannerHub[] = []
  const tapes: DatabaseTape[] = []
  return {
    ...world,
    async market(symbol: string): Promise<DatabaseTape> {
      const tape = await DatabaseTape.open(store, bus, symbol)
      tapes.push(tape)
      return tape
    },
    scanner(options: Partial<ScannerWorkerOptions> = {}): ScannerWorker {
      const leases = new Leases(database.url)
      const log = createLog('silent')
      const made = new ScannerWorker({
        pool,
        store,
        leases,
        bus,
        clock,
        log,
        freeDelayMs: DELAY_MS,
        pollMs: Infinity,
        ...options,
      })
      workers.push(made)
      return made
    },
    hub(own: Bus = bus): ScannerHub {
      const made = new ScannerHub({ pool, bus: own, clock, log: createLog('silent'), tickMs: Infinity })
      hubs.push(made)
      return made
    },
    async close(): Promise<void> {
      for (const one of workers) await one.stop()
      for (const one of hubs) one.close()
      for (const one of tapes) await one.close()
      await world.close()
    },
  }
}

export type ScannerWorld = Awaited<ReturnType<typeof scannerWorld>>
