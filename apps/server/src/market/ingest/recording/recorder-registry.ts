import type { Registry } from 'prom-client'
import { addGauge } from '../../../platform/metrics/index.ts'
import type { QueueState, Sample } from '../../../platform/metrics/index.ts'

interface Source<State> {
  states(): readonly State[]
  queues(): readonly QueueState[]
}

/** State of the recorders of this process, if it runs any. */
export class RecorderRegistry<State extends string> {
  #source: Source<State> | null = null

  /** Null: no longer. */
  show(source: Source<State> | null): void {
    this.#source = source
  }

  /** States of the markets that this process records. */
  states(): readonly State[] {
    return this.#source?.states() ?? []
  }

  queues(): readonly QueueState[] {
    return this.#source?.queues() ?? []
  }
}

/** Exports the number of recorded markets by state. */
export function addRecorderMetrics(
  registry: Registry,
  recorders: Pick<RecorderRegistry<string>, 'states'>,
  { name, help }: { readonly name: string; readonly help: string },
): void {
  addGauge(registry, { name, help, labelNames: ['state'] }, () =>
    [...Map.groupBy(recorders.states(), (state) => state)].map(([state, { length }]): Sample => [{ state }, length]),
  )
}
