import type { Pool } from 'pg'
import type { Clock } from '../clock/index.ts'
import type { Keys } from '../keys/index.ts'
import { addressBlock } from './address-block.ts'
import { AppError } from './app-error.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const LONGEST_DELAY = 15 * MINUTE

/** At most `max` in any stretch of `per` ms. */
interface Quota {
  readonly max: number
  readonly per: number
}

/** `free` failures in any 15 minutes; each one beyond doubles the time to wait, from 2 s to 15 minutes. Never a lock. */
interface BackOff {
  readonly free: number
}

/** What is limited by who it concerns and by where it comes from; RATE_LIMIT_FACTOR multiplies every number of times. */
export const KEYED_LIMITS = {
  /** Failed logins, by e-mail and address together: a stranger elsewhere cannot keep the owner out. */
  login_failure: { free: 5 },
  /** Failed passwords and codes of somebody who is signed in, by account. */
  confirm_failure: { free: 5 },
  login_from: { max: 20, per: MINUTE },
  register_from: { max: 5, per: HOUR },
  /** Mails somebody can have sent to an e-mail address, by that address, whether an account has it or not. */
  mail_to: { max: 1, per: MINUTE },
  mail_to_hourly: { max: 5, per: HOUR },
  mail_from: { max: 20, per: HOUR },
  /** Opening links of mails. */
  link_from: { max: 20, per: HOUR },
} as const satisfies Record<string, Quota | BackOff>

export type KeyedLimit = keyof typeof KEYED_LIMITS

type Back = { [Name in KeyedLimit]: (typeof KEYED_LIMITS)[Name] extends BackOff ? Name : never }[KeyedLimit]

/** Counts limited acts in the database, so that restarts and several processes change nothing. */
export interface KeyedLimits {
  /**
   * Counts one act against each limit, in the order given, and throws RATE_LIMITED at the first that refuses. A limit whose
   * name ends with _from takes the caller's address. Failures are counted before they are known: call it before the
   * password is looked at and `forgive` when it was right, or guesses made at the same moment would not see each other.
   */
  take(...acts: readonly (readonly [limit: KeyedLimit, subject: string])[]): Promise<void>
  forgive(limit: Back, subject: string): Promise<void>
  /** Deletes what no longer counts. */
  sweep(): Promise<void>
}

export interface KeyedLimitOptions {
  readonly pool: Pool
  readonly keys: Keys
  readonly clock: Clock
  readonly factor: number
}

/** Still counted: the times of `rate_hit.hits` after $3. */
const RECENT = 'array(select hit from unnest(rate_hit.hits) hit where hit > $3 order by hit)'

export function createKeyedLimits({ pool, keys, clock, factor }: KeyedLimitOptions): KeyedLimits {
  const keyOf = (limit: KeyedLimit, subject: string): Buffer =>
    keys.mac('limit', `${limit} ${limit.endsWith('_from') ? addressBlock(subject) : subject}`)

  async function take(limit: KeyedLimit, subject: string): Promise<void> {
    const rule: Quota | BackOff = KEYED_LIMITS[limit]
    const per = 'per' in rule ? rule.per : LONGEST_DELAY
    const times = Math.max(1, Math.round(('max' in rule ? rule.max : rule.free) * factor))
    const now = clock.now()
    const key = keyOf(limit, subject)
    // One statement: acts of the same moment wait for each other's row and see what it became.
    const { rowCount } = await pool.query(
      `insert into rate_hit (key, hits, until) values ($1, array[$2::bigint], $2::bigint + $4::bigint)
       on conflict (key) do update set hits = ${RECENT} || $2::bigint, until = $2::bigint + $4::bigint
       where ${'max' in rule ? `cardinality(${RECENT}) < $5` : `coalesce((${WAIT}), 0) <= $2::bigint`}`,
      [key, now, now - per, per, times],
    )
    if (rowCount === 0) throw refusal(await waitOf(key, rule, now, per, times))
  }

  /** ms until the act would be counted again. */
  async function waitOf(key: Buffer, rule: Quota | BackOff, now: number, per: number, times: number): Promise<number> {
    const free = 'max' in rule ? `(${RECENT})[cardinality(${RECENT}) - $5::int + 1] + $4::bigint` : WAIT
    const { rows } = await pool.query<{ free: number | null }>(
      `select ${free} as free from rate_hit where key = $1 and $2::bigint is not null and $4::bigint is not null`,
      [key, now, now - per, per, times],
    )
    return Math.max(0, (rows[0]?.free ?? now) - now)
  }

  return {
    async take(...acts) {
      for (const [limit, subject] of acts) await take(limit, subject)
    },
    async forgive(limit, subject) {
      await pool.query('delete from rate_hit where key = $1', [keyOf(limit, subject)])
    },
    async sweep() {
      await pool.query('delete from rate_hit where until < $1', [clock.now()])
    },
  }
}

/** Of a back-off: when the next failure is let in; null while free ones remain. */
const WAIT = `select hits[cardinality(hits)] + least(${LONGEST_DELAY}, 1000 * power(2, least(cardinality(hits) - $5::int + 1, 20)))::bigint
  from (select ${RECENT} as hits) recent where cardinality(hits) >= $5::int`

function refusal(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND))
  return new AppError('RATE_LIMITED', { params: { seconds }, data: { retry_after: seconds } })
}
