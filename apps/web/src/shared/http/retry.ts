import { CallFailure, retryAfter } from './envelope.ts'

/** Refused before anything was done, because the server has too much to do: a retry is safe and expected. */
export const isBusy = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === '503' && retryAfter(failure) !== null

/** Attempts of a call that the server refuses because it is busy. */
export const BUSY_ATTEMPTS = 4
/** Clients that were refused together must not return together. */
const RETRY_SPREAD = 0.3

/** Delay before a call that was refused is repeated, ms; 0 when the server does not say. */
export const retryDelayMs = (failure: unknown, random: () => number = Math.random): number =>
  Math.round((retryAfter(failure) ?? 0) * 1000 * (1 + RETRY_SPREAD * random()))

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
