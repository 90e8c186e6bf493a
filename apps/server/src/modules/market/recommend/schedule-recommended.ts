import { isSequenceCycle } from '@flowprint/orderflow'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { TapeStore } from '../tape/index.ts'

const DAY_MS = 86_400_000
/** Timers drift and pause during sleep: checking the date each minute cannot miss a day. */
const POLL_MS = 60_000

/**
 * Updates the recommended precisions of every instrument at 00:00 UTC (INDICATORS 10); the store keeps those that are
 * still valid. Imports update their own. An instrument with trades but no recommendations for bars of trades and volume
 * (new, after an aborted import, or stored by an older version) gets them at start or within a minute. Returns the stop
 * function.
 */
export function scheduleRecommended(options: {
  readonly store: TapeStore
  readonly clock: Clock
  readonly log: Log
}): () => void {
  const { store, clock, log } = options
  const today = () => Math.floor(clock.now() / DAY_MS)
  let day = today()
  let busy = false
  const look = () => {
    if (busy) return
    const all = today() !== day
    busy = true
    day = today()
    refresh(store, log, all).finally(() => {
      busy = false
    })
  }
  const timer = setInterval(look, POLL_MS)
  timer.unref()
  look()
  return () => clearInterval(timer)
}

async function refresh(store: TapeStore, log: Log, all: boolean): Promise<void> {
  try {
    for (const instrument of await store.listInstruments()) {
      const lacks = instrument.from !== null && !Object.keys(instrument.recommended).some(isSequenceCycle)
      if (all || lacks) await store.refreshRecommended(instrument)
    }
  } catch (error) {
    log.warn({ err: error }, 'computing the recommended precisions failed')
  }
}
