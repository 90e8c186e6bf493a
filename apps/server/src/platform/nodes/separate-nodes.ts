import type { Bus } from '../bus/index.ts'
import type { Log } from '../log/index.ts'
import type { Nodes } from './nodes.ts'

export interface SeparateNodesOptions {
  readonly nodes: Nodes
  readonly bus: Bus
  readonly log: Log
  readonly pollMs?: number
}

const POLL_MS = 1_000

/**
 * Reports processes that use this database without exchanging live data with this one. While there are any, every
 * market of this process is read from the database each second: late, but never stale.
 */
export function watchSeparateNodes({ nodes, bus, log, pollMs = POLL_MS }: SeparateNodesOptions): () => void {
  let polling: NodeJS.Timeout | undefined
  const update = (): void => {
    const separate = nodes.separate.map(({ name }) => name)
    if (separate.length > 0 && polling === undefined) {
      log.warn(
        { nodes: separate },
        'other processes use this database without sharing live data: set the same NATS_URL for all of them. Until then their markets are read from the database each second',
      )
      polling = setInterval(() => bus.resync('a node does not use NATS'), pollMs).unref()
    } else if (separate.length === 0 && polling !== undefined) {
      log.info('all nodes share live data again')
      clearInterval(polling)
      polling = undefined
    }
  }
  const unsubscribe = nodes.onChange(update)
  update()
  return () => {
    unsubscribe()
    clearInterval(polling)
  }
}
