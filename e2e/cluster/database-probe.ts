import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Head {
  readonly symbol: string
  readonly epoch: number
  readonly lastSeq: number
}

/** Classes of the advisory locks of platform/lease. */
const MARKET_LEASE = 4_701
const ALERT_LEASE = 4_705

/** Reads the primary directly, beside the nodes. Waits while it is away. */
export class DatabaseProbe {
  readonly #url: string
  #client: pg.Client | null = null

  constructor(url: string) {
    this.#url = url
  }

  /** Committed position of every market. */
  heads(): Promise<Head[]> {
    return this.query<Head>(
      `select symbol, epoch::int as epoch, last_seq::float8 as "lastSeq"
       from tape_head join instrument on instrument.id = instrument_id order by symbol`,
    )
  }

  /** Committed position of every book that has a run. */
  bookHeads(): Promise<Pick<Head, 'symbol' | 'lastSeq'>[]> {
    return this.query(
      `select symbol, last_seq::float8 as "lastSeq"
       from depth_head join instrument on instrument.id = instrument_id where run_from is not null`,
    )
  }

  /** Every entry of the depth log of a market. */
  async depthLog(symbol: string): Promise<Uint8Array[]> {
    const rows = await this.query<{ payload: Buffer }>(
      `select payload from depth_log join instrument on instrument.id = instrument_id where symbol = $1 order by seq`,
      [symbol],
    )
    return rows.map(({ payload }) => payload)
  }

  /** Blocks what writes to a table; call the result to end that. */
  async lock(table: string): Promise<() => Promise<void>> {
    const client = await this.#connect()
    await client.query('begin')
    await client.query(`lock table ${table} in share mode`)
    return () => client.end()
  }

  /** Process ids by market. */
  async owners(): Promise<Map<string, number>> {
    const rows = await this.query<{ symbol: string; pid: number }>(
      `select symbol, split_part(application_name, '/', 2)::int as pid
       from pg_locks join pg_stat_activity using (pid) join instrument on instrument.id = objid::int
       where locktype = 'advisory' and classid = ${MARKET_LEASE} and objsubid = 2 and granted`,
    )
    return new Map(rows.map(({ symbol, pid }) => [symbol, pid]))
  }

  /** Process ids that evaluate alerts. */
  async alertOwners(): Promise<number[]> {
    const rows = await this.query<{ pid: number }>(
      `select distinct split_part(application_name, '/', 2)::int as pid from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and classid = ${ALERT_LEASE} and objsubid = 2 and granted`,
    )
    return rows.map(({ pid }) => pid)
  }

  /** Open connections by process id. */
  async connections(): Promise<Map<number, number>> {
    const rows = await this.query<{ pid: number; count: number }>(
      `select split_part(application_name, '/', 2)::int as pid, count(*)::int as count
       from pg_stat_activity where application_name like 'flowprint/%' group by 1`,
    )
    return new Map(rows.map(({ pid, count }) => [pid, count]))
  }

  /** Process ids of the registered nodes. */
  async nodes(): Promise<number[]> {
    const rows = await this.query<{ name: string }>('select name from node')
    return rows.map(({ name }) => Number(name.slice(name.lastIndexOf('-') + 1)))
  }

  /** Log entries written after an entry of a later epoch: by a fenced writer. */
  fencedEntries(): Promise<{ symbol: string; epoch: number; first_seq: number }[]> {
    return this.query(
      `select symbol, epoch::int, first_seq::float8 from (
         select *, max(epoch) over (partition by instrument_id order by first_seq rows unbounded preceding) as newest
         from tape_log) as entries join instrument on instrument.id = instrument_id where epoch < newest`,
    )
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    for (;;) {
      try {
        this.#client ??= await this.#connect()
        return (await this.#client.query<Row>(text, values)).rows
      } catch (error) {
        // 57P03 and 08*: starting or away; others are errors of the suite.
        const code = (error as { code?: string }).code ?? ''
        if (/^(22|23|42)/.test(code)) throw error
        this.#client?.end().catch(() => {})
        this.#client = null
        await sleep(50)
      }
    }
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    await client.connect()
    return client
  }
}
