import { BUSY_ATTEMPTS, isBusy, retryDelayMs } from './envelope.ts'

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
