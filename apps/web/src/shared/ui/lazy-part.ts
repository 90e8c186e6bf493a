import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Browser error messages for a chunk that failed to load. */
const NOT_FETCHED = /dynamically imported module|importing a module script|unable to preload|failed to load module/i
const MIN_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 15_000

/** Resolves `load`, retrying network failures; an error in the file itself is thrown. */
export async function untilFetched<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = MIN_BACKOFF_MS; ; wait = Math.min(MAX_BACKOFF_MS, wait * 2)) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof Error) || !NOT_FETCHED.test(error.message)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** A lazy part of a page: waits while offline without breaking the page. */
// eslint-disable-next-line typescript/no-explicit-any
export function lazyPart<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return lazy(() => untilFetched(load))
}
