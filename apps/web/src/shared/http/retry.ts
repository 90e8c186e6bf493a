import { isBusy, retryDelayMs } from './envelope.ts'

/** Attempts of a call that the server refuses because it is busy. */
export const BUSY_ATTEMPTS = 4

/** Makes a call again while the server is too busy for it, after the time that it names. */
export async function retryWhileBusy<Result>(
  call: () => Promise<Result>,
  onBusy: (failure: unknown) => void,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (!isBusy(error) || attempt >= BUSY_ATTEMPTS) throw error
      onBusy(error)
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(error)))
    }
  }
}
