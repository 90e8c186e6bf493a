// The read worker: a thread with its own database connections that produces large answers without blocking the server's
// event loop. Started by read-worker-client.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { sharedAbortController } from '../../../platform/async/index.ts'
import { createBus } from '../../../platform/bus/index.ts'
import { createPool, POOL_LIMITS } from '../../../platform/database/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { Leases } from '../../../platform/lease/index.ts'
import { openDepthStore, openDerivativesStore, openStore, ReadBudget, withFallback } from '../../store/index.ts'
import { toSent } from './read-job.ts'
import type { Piece, FromReadWorker, ReadWorkerData, ToReadWorker } from './read-job.ts'
import { startRead } from './start-read.ts'

/** Above this cost, collect the columns a read leaves behind immediately. */
const COLLECT_UNITS = 500_000

interface Running {
  readonly budget: ReadBudget
  readonly cancel: AbortController
  pieces: Iterator<Piece> | AsyncIterator<Piece> | null
}

const port = parentPort
if (port === null) throw new Error('Invariant: the read worker runs in a thread')
const { url, replicaUrls, cacheBytes } = workerData as ReadWorkerData
const quietly = { mode: 'share', writeLine: () => {} } as const
const pool = createPool(url, quietly, POOL_LIMITS.largeReads)
const bus = createBus(() => {})
const store = openStore({ pool, url, bus, cacheBytes })
/** Only read: the lease is never taken. */
const depth = openDepthStore({
  pool,
  url,
  bus,
  leases: new Leases(url),
  listInstruments: () => store.listInstruments(),
})
const derivatives = openDerivativesStore({
  pool,
  url,
  bus,
  leases: new Leases(url),
  listInstruments: () => store.listInstruments(),
})
/** Connects with the first read. The server's thread decides which replica is used. */
const replicas = replicaUrls.map((replicaUrl) => ({
  pool: createPool(replicaUrl, quietly, POOL_LIMITS.largeReplicaReads),
  lost: sharedAbortController(),
}))
const running = new Map<number, Running>()

port.on('message', (message: ToReadWorker) => {
  if (message.kind === 'start') void start(message)
  else if (message.kind === 'pull') void pull(message.id)
  else if (message.kind === 'lost') onLost(message.index)
  else cancel(message.id)
})

function onLost(index: number): void {
  replicas[index].lost.abort(new Error('Condition: the replica failed'))
  replicas[index].lost = sharedAbortController()
}

async function start({ id, job, limit, replica }: Extract<ToReadWorker, { kind: 'start' }>): Promise<void> {
  const cancelled = new AbortController()
  const budget = new ReadBudget(limit, cancelled.signal)
  const read: Running = { budget, cancel: cancelled, pieces: null }
  running.set(id, read)
  const reads =
    replica === null
      ? store
      : withFallback(store.readsFrom(replicas[replica.index].pool, replica.minimum), store, {
          lost: replicas[replica.index].lost.signal,
          gone: cancelled.signal,
          onFallback: (error, isFailing) =>
            send({ kind: 'fallback', id, spent: budget.spent, failure: isFailing ? messageOf(error) : null }),
        })
  try {
    const { head, pieces } = await startRead({ tape: reads, depth, derivatives }, job, budget)
    if (!running.has(id)) return
    read.pieces = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
    send({ kind: 'head', id, spent: budget.spent, head })
    collectAfter(budget)
  } catch (error) {
    fail(id, error)
  }
}

async function pull(id: number): Promise<void> {
  const read = running.get(id)
  if (read === undefined || read.pieces === null) return
  try {
    const next = await read.pieces.next()
    if (!running.has(id)) return
    if (next.done === true) {
      running.delete(id)
      send({ kind: 'end', id, spent: read.budget.spent })
      read.pieces = null
      collectAfter(read.budget)
      return
    }
    const bytes = typeof next.value === 'string' ? new TextEncoder().encode(next.value) : next.value
    send({ kind: 'piece', id, spent: read.budget.spent, bytes }, [bytes.buffer as ArrayBuffer])
  } catch (error) {
    fail(id, error)
  }
}

function fail(id: number, error: unknown): void {
  const read = running.get(id)
  if (read === undefined) return
  running.delete(id)
  send({ kind: 'error', id, spent: read.budget.spent, error: toSent(error) })
  collectAfter(read.budget)
}

/** The budget ends the read at its next step. */
function cancel(id: number): void {
  const read = running.get(id)
  if (read === undefined) return
  running.delete(id)
  read.cancel.abort()
  void read.pieces?.return?.()
  read.pieces = null
  collectAfter(read.budget)
}

/** V8 collects columns late, because it only sees the few bytes of their handles. */
function collectAfter({ spent }: ReadBudget): void {
  if (spent > COLLECT_UNITS) setImmediate(() => globalThis.gc?.())
}

function send(message: FromReadWorker, transfer: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}
