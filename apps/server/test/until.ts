import { vi } from 'vitest'

/** Waits until `check` no longer throws; on a busy machine this may take many seconds. */
export const until = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000 })
