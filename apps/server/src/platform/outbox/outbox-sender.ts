import type { Log } from '../log/index.ts'

export interface OutboxOptions<Item> {
  /** Takes what is due longest, so that nobody else does before its lease has passed; null: nothing is due. */
  readonly take: () => Promise<Item | null>
  /** One attempt, and what follows from it, in the rows too. Rejects only when the database is away. */
  readonly attempt: (item: Item) => Promise<void>
  /** How many at the same time: who is slow must not hold up the others. */
  readonly parallel: number
  readonly log: Log
  /** For the log, when it could not be looked for what is due. */
  readonly trouble: string
  /** ms between two looks; Infinity = only when told to. */
  readonly lookEveryMs?: number | undefined
}

export interface OutboxSender {
  /** Sends everything that is due now; returns how many attempts that were. */
  sendDue(): Promise<number>
  /** Looks at once; while it is at work, again afterwards. */
  poke(): void
  /** Waits for those on their way. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1000

/**
 * Sends what lies in an outbox, beside any number of others who do: each item is taken by one, tried, then marked. Who is
 * killed in between leaves it taken; another one takes it up after the lease.
 */
export function startOutboxSender<Item>({
  take,
  attempt,
  parallel,
  log,
  trouble,
  lookEveryMs = LOOK_EVERY_MS,
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
      const item = await take()
      if (item === null) break
      count++
      await attempt(item)
    }
    return count
  }

  function poke(): void {
    again = running !== null
    // What fails here is the database; the next look asks again.
    running ??= sendDue()
      .catch((error: unknown) => {
        log.warn({ err: error }, trouble)
        return 0
      })
      .finally(() => {
        running = null
        if (again && !stopped) poke()
      })
  }
  const timer = lookEveryMs === Infinity ? undefined : setInterval(poke, lookEveryMs).unref()

  return {
    sendDue,
    poke,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
