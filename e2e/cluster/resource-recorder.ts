import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage } from './collect-garbage.ts'
import type { ClusterNode } from './cluster-node.ts'
import type { DatabaseProbe } from './database-probe.ts'
import type { Resources, ResourceSample } from './resource-trend.ts'

const MB = 1024 * 1024
const METRICS_TIMEOUT_MS = 30_000

/**
 * Samples what each node uses, after it has collected its garbage if it has an inspector. The exchanges, clients and
 * servers of the suite are other processes.
 */
export class ResourceRecorder {
  readonly samples = new Map<ClusterNode, ResourceSample[]>()
  readonly #probes: readonly DatabaseProbe[]
  readonly #startMs = Date.now()

  /** `probes`: of every database server that the nodes use. */
  constructor(nodes: readonly ClusterNode[], probes: readonly DatabaseProbe[]) {
    this.#probes = probes
    for (const node of nodes) this.samples.set(node, [])
  }

  /** Samples every `intervalMs` for `runMs`. */
  async run(runMs: number, intervalMs: number): Promise<void> {
    for (let at = 0; at <= runMs; at += intervalMs) {
      await sleep(Math.max(0, this.#startMs + at - Date.now()))
      await this.#sample()
    }
  }

  async #sample(): Promise<void> {
    const connections = await Promise.all(this.#probes.map((probe) => probe.connections()))
    await Promise.all(
      [...this.samples].map(async ([node, list]) => {
        node.assertRunning()
        if (node.inspectorPort !== null) await collectGarbage(node.inspectorPort)
        const opened = connections.reduce((sum, counts) => sum + (counts.get(node.pid) ?? 0), 0)
        list.push({ atMs: Date.now() - this.#startMs, ...(await readResources(node)), connections: opened })
      }),
    )
  }
}

async function readResources(node: ClusterNode): Promise<Omit<Resources, 'connections'>> {
  const response = await fetch(`${node.url}/api/metrics`, { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) })
  const text = await response.text()
  const readMb = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new Error(`${node.name}: /api/metrics answered ${response.status} without ${name}`)
    return Math.round(Number(value) / MB)
  }
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.pid}/status`, 'utf8'))?.[1]
  return {
    residentMb: Math.round(Number(resident) / 1024),
    heapMb: readMb('nodejs_heap_size_used_bytes'),
    externalMb: readMb('nodejs_external_memory_bytes'),
    descriptors: readdirSync(`/proc/${node.pid}/fd`).length,
  }
}
