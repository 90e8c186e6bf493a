import type { Registry } from 'prom-client'
import { addGauge, addTotal } from './gauges.ts'
import type { Sample } from './gauges.ts'

/** A queue or buffer with a bound, one of possibly many with the same name (docs/decisions/overload.md lists them). */
export interface QueueState {
  readonly queue: string
  /** In the unit of the queue: entries, trades or bytes. */
  readonly size: number
  readonly bound: number
  /** How often the bound was reached so far. */
  readonly overflows: number
}

type Source = () => readonly QueueState[]

/** All bounded queues of this process, read on demand. */
export class Queues {
  readonly #sources = new Set<Source>()
  /** Overflows of sources that were removed: a counter must not decrease. */
  readonly #former = new Map<string, number>()

  /** Returns the function that removes the source. */
  add(source: Source): () => void {
    this.#sources.add(source)
    return () => {
      if (!this.#sources.delete(source)) return
      for (const { queue, overflows } of source()) this.#former.set(queue, (this.#former.get(queue) ?? 0) + overflows)
    }
  }

  /** One entry per name: the fullest queue with its bound, and the sums over all. */
  states(): readonly (QueueState & { readonly total: number })[] {
    const all = [...this.#sources].flatMap((source) => source())
    const byName = Map.groupBy(all, ({ queue }) => queue)
    return [...byName].map(([queue, states]) => {
      const fullest = states.reduce((most, state) => (state.size / state.bound > most.size / most.bound ? state : most))
      return {
        ...fullest,
        total: states.reduce((sum, { size }) => sum + size, 0),
        overflows: states.reduce((sum, { overflows }) => sum + overflows, this.#former.get(queue) ?? 0),
      }
    })
  }
}

/** Exports size, bound and overflows of every queue. */
export function addQueueMetrics(registry: Registry, queues: Queues): void {
  const labelNames = ['queue']
  const samples = (read: (state: ReturnType<Queues['states']>[number]) => number) => (): readonly Sample[] =>
    queues.states().map((state): Sample => [{ queue: state.queue }, read(state)])
  const gauge = (name: string, help: string, read: Parameters<typeof samples>[0]): void =>
    addGauge(registry, { name, help, labelNames }, samples(read))
  gauge('queue_size', 'Content of the fullest queue of this name', ({ size }) => size)
  gauge('queue_total_size', 'Content of all queues of this name', ({ total }) => total)
  gauge('queue_bound', 'Bound of one queue of this name', ({ bound }) => bound)
  addTotal(
    registry,
    { name: 'queue_overflows_total', help: 'Times a queue of this name was full', labelNames },
    samples(({ overflows }) => overflows),
  )
}
