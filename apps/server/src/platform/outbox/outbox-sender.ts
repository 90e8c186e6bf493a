import type { Log } from '../log/index.ts'

export interface OutboxOptions<Item> {
  /**
   * Leases the item that has been due longest, so that other senders skip it until the lease expires; null: nothing is
   * due.
   */
  readonly lease: () => Promise<Item | null>
  /** Attempts one item and stores the result. Rejects only when the database is unavailable. */
  readonly attempt: (item: Item) => Promise<void>
  /** Max concurrent attempts, so that slow receivers do not delay the others. */
  readonly parallel: number
  readonly log: Log
  /** Log message when loading due items fails. */
  readonly failureMessage: string
  /** Polling interval in ms; Infinity = only on request. */
  readonly pollMs?: number | undefined
}

export interface OutboxSender {
  /** Sends everything due now; returns the number of attempts. */
  sendDue(): Promise<number>
  /** Polls immediately, or again after the current poll. */
  poll(): void
  /** Waits for running attempts. */
  stop(): Promise<void>
}

const POLL_MS = 1000

/**
 * Sends the items of an outbox; several senders may run at once. Each item is leased, attempted, then marked. Items of
 * a sender that crashed are retried after the lease expires.
 */
export function startOutboxSender<Item>({
  lease,
  attempt,
  parallel,
  log,
  failureMessage,
  pollMs = POLL_MS,
}: OutboxOptions<Item>): OutboxSender {
  let stopped = false
  let running: Promise<number> | null = null
  let again = false

  async function sendDue(): Promise<number> {
    const counts = await Promise.all(Array.from({ length: parallel }, sendOneByOne))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async function sendOneByOne(): Promise<number> {
    let count = 0
    while (!stopped) {
      const item = await lease()
      if (item === null) break
      count++
      await attempt(item)
    }
    return count
  }

  function poll(): void {
    again = running !== null
    // Failures here come from the database; the next poll retries.
    running ??= sendDue()
      .catch((error: unknown) => {
        log.warn({ err: error }, failureMessage)
        return 0
      })
      .finally(() => {
        running = null
        if (again && !stopped) poll()
      })
  }
  const timer = pollMs === Infinity ? undefined : setInterval(poll, pollMs).unref()

  return {
    sendDue,
    poll,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
