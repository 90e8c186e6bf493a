import { DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import { dedicatedClient } from '../../../platform/database/index.ts'
import { monthStart, nextMonth } from '../tiers.ts'

const PARENTS = ['tape_chunk', 'footprint_block'] as const
/** Advisory lock held while partitions are created or dropped. */
const LOCK_KEY = 4_701_002
/** Another process may drop a month: then commits to it fail for this long. Retention never drops recent months. */
const KNOWN_MS = 10 * MINUTE_MS
const RECENT_MS = 31 * DAY_MS

/**
 * Creates the monthly partitions a commit is about to write to, in a separate transaction and connection: the pool may
 * be full of commits waiting for that very partition.
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
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
      for (const parent of PARENTS) {
        const name = partitionName(parent, month)
        const found = await client.query('select to_regclass($1) is not null as found', [name])
        if (found.rows[0].found === true) continue
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

/** tape_chunk_2025_06 */
export function partitionName(parent: string, month: number): string {
  const date = new Date(month)
  return `${parent}_${date.getUTCFullYear()}_${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}

export { LOCK_KEY as PARTITION_LOCK_KEY, PARENTS as PARTITIONED_TABLES }
