import { ownClient } from '../../../platform/database/index.ts'
import { monthStart, nextMonth } from './tiers.ts'

const PARENTS = ['tape_chunk', 'footprint_block'] as const
/** Class of the advisory lock under which partitions come and go. */
const LOCK_KEY = 4_701_002

/**
 * Makes the monthly partitions that a commit is about to write into, in a transaction and on a connection of its own: the
 * pool may be full of commits that wait for the very one which needs the partition.
 */
export class Partitions {
  readonly #url: string
  readonly #known = new Set<number>()
  /** Under way: hundreds of markets meet a new month in the same moment. */
  readonly #making = new Map<number, Promise<void>>()

  constructor(url: string) {
    this.#url = url
  }

  /** Every month that [fromTs, toTs] touches. */
  async ensure(fromTs: number, toTs: number): Promise<void> {
    for (let month = monthStart(fromTs); month <= toTs; month = nextMonth(month)) {
      if (!this.#known.has(month)) await this.#makeOnce(month)
    }
  }

  /** After partitions were dropped. */
  forget(): void {
    this.#known.clear()
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
    const client = ownClient(this.#url)
    client.on('error', () => {})
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
      for (const parent of PARENTS) {
        const name = partitionName(parent, month)
        const found = await client.query('select to_regclass($1) is not null as found', [name])
        if (found.rows[0].found === true) continue
        // Made beside and attached: CREATE ... PARTITION OF would shut readers and writers of every month out.
        await client.query(`create table ${name} (like ${parent} including all)`)
        await client.query(
          `alter table ${parent} attach partition ${name} for values from (${month}) to (${nextMonth(month)})`,
        )
      }
      await client.query('commit')
      this.#known.add(month)
    } finally {
      // Ends the transaction too, where it was not committed.
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
