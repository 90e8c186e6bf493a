import { delay } from '../../../platform/async/index.ts'
import type { Instrument, TapeStore } from '../../store/index.ts'

export interface LeasedRecording<Lease> {
  readonly symbol: string
  readonly store: Pick<TapeStore, 'findInstrument'>
  acquireLease(instrument: Instrument, signal: AbortSignal): Promise<Lease>
  /** Records until `holding` aborts: the lease was lost, or the recording is stopped. */
  record(instrument: Instrument, lease: Lease, holding: AbortSignal): Promise<void>
  /** 'stop': it makes no sense to try again. */
  onFailure(error: unknown): 'stop' | void
  /** Pause before the next attempt. */
  retryMs(): number
}

/** The feed of a market's trades creates its instrument. */
const MISSING_RETRY_MS = 1_500

/** Records one market under its lease, again after every end, until the signal aborts. Never rejects. */
export async function recordUnderLease<
  Lease extends { readonly signal: AbortSignal; readonly release: () => Promise<void> },
>(recording: LeasedRecording<Lease>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let waitMs: number | null = null
    try {
      const instrument = await recording.store.findInstrument(recording.symbol)
      if (instrument === null) waitMs = MISSING_RETRY_MS
      else await holdLease(recording, instrument, signal)
    } catch (error) {
      if (signal.aborted || recording.onFailure(error) === 'stop') return
    }
    await delay(waitMs ?? recording.retryMs(), { signal, ref: false })
  }
}

async function holdLease<Lease extends { readonly signal: AbortSignal; readonly release: () => Promise<void> }>(
  recording: LeasedRecording<Lease>,
  instrument: Instrument,
  signal: AbortSignal,
): Promise<void> {
  const lease = await recording.acquireLease(instrument, signal)
  try {
    await recording.record(instrument, lease, AbortSignal.any([signal, lease.signal]))
  } finally {
    await lease.release().catch(() => undefined)
  }
}
