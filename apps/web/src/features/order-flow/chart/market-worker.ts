import workerAddress from '../../../workers/market-worker.ts?worker&url'
import { callIdentity } from '../../../shared/http/call.ts'
import { CallFailure } from '../../../shared/http/envelope.ts'
import { reactToFailure } from '../../../shared/http/failures.ts'
import { tokenStore } from '../../../shared/session/token.ts'
import { trustedScript } from '../../../trusted-types.ts'
import type { FromMarketWorker, FromWorker, ToMarketWorker } from '../../../workers/protocol.ts'
import type { UpdateTurns } from './update-turns.ts'

// The page's one market worker, which serves all its charts: started with the first, ended with the last.
let worker: Worker | null = null
let stopFollowingToken: () => void
let lastChart = 0
const charts = new Map<number, (message: FromWorker) => void>()
const deliver = (chart: number, message: FromWorker) => charts.get(chart)?.(message)
let turns: UpdateTurns | null = null

/** Live updates take turns from now on. Pages with one chart do not load the class. */
export function takeTurns(Turns: typeof UpdateTurns): void {
  turns ??= new Turns(deliver)
}

export function sendToWorker(message: ToMarketWorker): void {
  worker?.postMessage(message)
}

/** Returns the number of the new chart. */
export function addChart(listener: (message: FromWorker) => void): number {
  worker ??= startWorker()
  charts.set((lastChart += 1), listener)
  return lastChart
}

export function removeChart(chart: number): void {
  charts.delete(chart)
  turns?.remove(chart)
  sendToWorker({ type: 'close', chart })
  if (charts.size > 0) return
  worker?.terminate()
  worker = null
  removeEventListener('online', reportOnline)
  stopFollowingToken()
}

function startWorker(): Worker {
  const started = new Worker(trustedScript(workerAddress), { type: 'module', name: 'market' })
  started.onmessage = ({ data }: MessageEvent<FromMarketWorker>) => {
    if (data.type === 'refused') {
      const { kind, code, words, data: details } = data.failure
      reactToFailure(new CallFailure(kind, code, words, details))
    } else for (const chart of charts.keys()) if ((data.chart ?? chart) === chart) receive(chart, data)
  }
  addEventListener('online', reportOnline)
  stopFollowingToken = tokenStore.subscribe(() => sendToWorker({ type: 'identity', identity: callIdentity() }))
  return started
}

function receive(chart: number, message: FromWorker): void {
  if (turns === null) deliver(chart, message)
  else turns.receive(chart, message)
}

function reportOnline(): void {
  sendToWorker({ type: 'online' })
}
