import type { Registry } from 'prom-client'
import type { DepthState } from '../../../platform/bus/index.ts'
import { addGauge } from '../../../platform/metrics/index.ts'
import type { QueueState, Sample } from '../../../platform/metrics/index.ts'

interface Source {
  states(): readonly DepthState[]
  queues(): readonly QueueState[]
}

/** State of the recorders of this process, if it runs any. */
export class DepthRegistry {
  #source: Source | null = null

  /** Null: no longer. */
  show(source: Source | null): void {
    this.#source = source
  }

  /** States of the markets that this process records. */
  states(): readonly DepthState[] {
    return this.#source?.states() ?? []
  }

  queues(): readonly QueueState[] {
    return this.#source?.queues() ?? []
  }
}

/** Exports the states of the recorded books. */
export function addDepthMetrics(registry: Registry, depthRegistry: DepthRegistry): void {
  addGauge(registry, { name: 'depth_markets', help: 'Recorded books by state', labelNames: ['state'] }, () =>
    [...Map.groupBy(depthRegistry.states(), (state) => state)].map(([state, { length }]): Sample => [
      { state },
      length,
    ]),
  )
}
