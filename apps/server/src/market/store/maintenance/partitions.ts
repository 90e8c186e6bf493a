import { DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Clock } from '../../../platform/clock/index.ts'
import { dedicatedClient } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { HOURLY } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import { monthStart, nextMonth } from '../tiers.ts'
import type { TapeStore } from '../types.ts'

/** The tables that grow with time: docs/decisions/replicas.md. */
const PARENTS = ['tape_chunk', 'footprint_block'] as const
/** Months created ahead, besides the current one: a server that was down for weeks still finds its month. */
const MONTHS_AHEAD = 2
/** Advisory lock held while partitions are created or dropped. */
const LOCK_KEY = 4_701_002
/** Another process may drop a month: then commits to it fail for this long. Retention never drops recent months. */
const KNOWN_MS = 10 * MINUTE_MS
const RECENT_MS = 31 * DAY_MS

/**
 * Creates monthly partitions: ahead of time for live commits, and when needed for commits of past data. Uses a separate
 * transaction and connection, because the pool may be full of commits waiting for that very partition.
 */
export class Partitions {
  readonly #url: string
  /** Months by the time at which they existed. */
  readonly #known = new Map<number, number>()
  /** Creations in progress: hundreds of markets reach a new month at the same moment. */
  readonly #making = new Map<number, Promise<void>>()

  constructor(url: string) {
    this.#url = url
  }

  /** Every month that [fromTs, toTs] touches. */
  async ensure(fromTs: number, toTs: number): Promise<void> {
    for (let month = monthStart(fromTs); month <= toTs; month = nextMonth(month)) {
      if (!this.#isKnown(month)) await this.#makeOnce(month)
    }
  }

  /** The current month and the next ones. */
  async createAhead(nowMs: number): Promise<void> {
    let last = monthStart(nowMs)
    for (let ahead = 0; ahead < MONTHS_AHEAD; ahead++) last = nextMonth(last)
    await this.ensure(nowMs, last)
  }

  /** Clears the cache after partitions were dropped. */
  forget(): void {
    this.#known.clear()
  }

  #isKnown(month: number): boolean {
    const at = this.#known.get(month)
    if (at === undefined) return false
    const now = Date.now()
    return nextMonth(month) > now - RECENT_MS || now - at < KNOWN_MS
  }

  #makeOnce(month: number): Promise<void> {
    let making = this.#making.get(month)
    if (making === undefined) {
      making = this.#make(month).finally(() => this.#making.delete(month))
      this.#making.set(month, making)
    }
    return making
  }

  async #make(month: number): Promise<void> {
    const client = dedicatedClient(this.#url)
    client.on('error', () => {})
    await client.connect()
    try {
      // Another process, or the scheduled job, may have created them: then nothing is locked.
      if ((await missingParents(client, month)).length === 0) {
        this.#known.set(month, Date.now())
        return
      }
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
      for (const parent of await missingParents(client, month)) {
        const name = partitionName(parent, month)
        // Created separately and then attached: CREATE ... PARTITION OF would block readers and writers of every month.
        await client.query(`create table ${name} (like ${parent} including all)`)
        await client.query(
          `alter table ${parent} attach partition ${name} for values from (${month}) to (${nextMonth(month)})`,
        )
      }
      await client.query('commit')
      this.#known.set(month, Date.now())
    } finally {
      // Also ends the transaction if it was not committed.
      await client.end().catch(() => {})
    }
  }
}

async function missingParents(client: Queryable, month: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ parent: string }>(
    'select parent from unnest($1::text[], $2::text[]) as wanted (parent, name) where to_regclass(name) is null',
    [[...PARENTS], PARENTS.map((parent) => partitionName(parent, month))],
  )
  return rows.map(({ parent }) => parent)
}

/** Starts of the months that have a partition, ascending. */
export async function listPartitionMonths(client: Queryable): Promise<readonly number[]> {
  const { rows } = await client.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = any($1::text[]::regclass[])',
    [[...PARENTS]],
  )
  const months = rows.flatMap(({ name }) => {
    const match = /_(\d{4})_(\d\d)$/.exec(name)
    return match === null ? [] : [Date.UTC(Number(match[1]), Number(match[2]) - 1)]
  })
  return [...new Set(months)].sort((a, b) => a - b)
}

/** Creates the partitions of the coming months, so that no live commit waits for them. */
export const partitionJobs = ({
  store,
  clock,
}: {
  readonly store: TapeStore
  readonly clock: Clock
}): readonly ScheduledJob[] => [{ name: 'partitions', cron: HOURLY, run: () => store.createPartitions(clock.now()) }]

/** tape_chunk_2025_06 */
export function partitionName(parent: string, month: number): string {
  const date = new Date(month)
  return `${parent}_${date.getUTCFullYear()}_${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}

export { LOCK_KEY as PARTITION_LOCK_KEY, PARENTS as PARTITIONED_TABLES }
