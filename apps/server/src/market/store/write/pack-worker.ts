// Packs trades in a worker thread, so that a large import uses two cores. Started by trade-packer.ts.
import { parentPort } from 'node:worker_threads'
import type { Trades } from '@flowprint/orderflow'
import { packTrades } from './trade-packer.ts'
import type { PackedTrades, FromPackWorker, ToPackWorker } from './trade-packer.ts'

const port = parentPort
if (port === null) throw new Error('Invariant: the pack worker runs in a thread')

port.on('message', ({ id, trades, withSweeps }: ToPackWorker) => {
  const packed = tryToPack(trades, withSweeps)
  const buffers =
    packed === null ? [] : [packed.payload.buffer, ...(packed.sweeps === null ? [] : [packed.sweeps.buffer])]
  port.postMessage({ id, packed } satisfies FromPackWorker, buffers)
})
port.postMessage({ id: 0, packed: null } satisfies FromPackWorker)

/** Null when they cannot be packed: the caller then packs them itself and throws the error. */
function tryToPack(trades: Trades, withSweeps: boolean): PackedTrades | null {
  try {
    return packTrades(trades, withSweeps)
  } catch {
    return null
  }
}
