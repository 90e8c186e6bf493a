import { openDerivativesStore } from '../../../../src/market/store/index.ts'
import type { DerivativesStore, Instrument } from '../../../../src/market/store/index.ts'
import { derivativesTopic } from '../../../../src/platform/bus/index.ts'
import type { DerivativesEvent } from '../../../../src/platform/bus/index.ts'
import { Leases } from '../../../../src/platform/lease/index.ts'
import { spec, testStore } from '../../../test-database.ts'
import type { TestStore } from '../../../test-database.ts'

export interface DerivativesWorld {
  readonly tape: TestStore
  readonly derivatives: DerivativesStore
  /** Another process on the same database. */
  readonly openOther: () => DerivativesStore
  newInstrument(): Promise<Instrument>
  events(symbol: string): DerivativesEvent[]
  /** The answer of the next statement with this name is lost, before or after it is executed. */
  breakNext(name: string, when: 'before' | 'after'): void
  close(): Promise<void>
}

export async function derivativesWorld(): Promise<DerivativesWorld> {
  const tape = await testStore()
  const { pool, url } = tape.database
  const query = pool.query.bind(pool) as (...values: unknown[]) => Promise<unknown>
  let broken: { readonly name: string; readonly when: 'before' | 'after' } | null = null
  pool.query = (async (...values: unknown[]) => {
    const fault = broken
    if (fault === null || (values[0] as { name?: string }).name !== fault.name) return query(...values)
    broken = null
    if (fault.when === 'after') await query(...values)
    throw new Error('connection lost')
  }) as never
  const leases: Leases[] = []
  let count = 0
  const open = (): DerivativesStore => {
    const own = new Leases(url)
    leases.push(own)
    return openDerivativesStore({
      pool,
      url,
      bus: tape.bus,
      leases: own,
      listInstruments: () => tape.store.listInstruments(),
    })
  }
  return {
    tape,
    derivatives: open(),
    openOther: open,
    newInstrument: () =>
      tape.store.ensureInstrument(spec(`T:PERP${++count}`, { live: true, kind: 'perpetual', tickSize: '0.1' })),
    events(symbol) {
      const list: DerivativesEvent[] = []
      tape.bus.subscribe<DerivativesEvent>(derivativesTopic(symbol), (event) => void list.push(event))
      return list
    },
    breakNext(name, when) {
      broken = { name, when }
    },
    async close() {
      await Promise.all(leases.map((one) => one.close()))
      await tape.close()
    },
  }
}
