import type { Registry } from 'prom-client'
import type { DerivativesState } from '../../../platform/bus/index.ts'
import { addGauge } from '../../../platform/metrics/index.ts'
import type { QueueState, Sample } from '../../../platform/metrics/index.ts'

interface Source {
  states(): readonly DerivativesState[]
  queues(): readonly QueueState[]
}

/** State of the recorders of this process, if it runs any. */
export class DerivativesRegistry {
  #source: Source | null = null

  /** Null: no longer. */
  show(source: Source | null): void {
    this.#source = source
  }

  /** States of the markets that this process records. */
  states(): readonly DerivativesState[] {
    return this.#source?.states() ?? []
  }

  queues(): readonly QueueState[] {
    return this.#source?.queues() ?? []
  }
}

/** Exports the states of the recorded perpetuals. */
export function addDerivativesMetrics(registry: Registry, derivativesRegistry: DerivativesRegistry): void {
  addGauge(
    registry,
    {
      name: 'derivatives_markets',
      help: 'Markets whose liquidations and statistics are recorded, by state',
      labelNames: ['state'],
    },
    () =>
      [...Map.groupBy(derivativesRegistry.states(), (state) => state)].map(([state, { length }]): Sample => [
        { state },
        length,
      ]),
  )
}
