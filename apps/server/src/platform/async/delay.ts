import { setTimeout as sleep } from 'node:timers/promises'

export interface DelayOptions {
  /** Ends the delay early; the promise still resolves. */
  readonly signal?: AbortSignal | undefined
  /** False: the timer does not keep the process alive. */
  readonly ref?: boolean
}

/** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
export async function delay(ms: number, { signal, ref = true }: DelayOptions = {}): Promise<void> {
  await sleep(ms, undefined, { ref, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined)
}
