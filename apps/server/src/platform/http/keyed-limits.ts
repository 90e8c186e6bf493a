import { SECOND_MS, MINUTE_MS, HOUR_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import type { Clock } from '../clock/index.ts'
import type { Keys } from '../keys/index.ts'
import { addressBlock } from './limits.ts'
import { AppError } from './app-error.ts'

/** Above it, RATE_LIMIT_FACTOR means no limit. Also the max length of a row's list of times. */
const MAX_COUNTED = 1000
const MAX_DELAY_MS = 15 * MINUTE_MS

/** At most `max` in any `per` ms. */
interface Quota {
  readonly max: number
  readonly per: number
}

/**
 * `free` failures in any 15 minutes; each further one doubles the wait, from 2 s to 15 minutes. Never a permanent lock.
 */
interface BackOff {
  readonly free: number
}

/** Limits by subject and by address; RATE_LIMIT_FACTOR multiplies every count. */
const KEYED_LIMITS = {
  /** Failed logins, by e-mail and address together: an attacker elsewhere cannot lock the owner out. */
  login_failure: { free: 5 },
  /** Failed passwords and codes of signed-in users, by account. */
  confirm_failure: { free: 5 },
  login_from: { max: 20, per: MINUTE_MS },
  register_from: { max: 5, per: HOUR_MS },
  /** Mails to an e-mail address, by purpose, requester and address, whether or not an account uses it. */
  mail_to: { max: 1, per: MINUTE_MS },
  mail_to_hourly: { max: 5, per: HOUR_MS },
  /** The same, for all requesters together. */
  mail_to_from_all: { max: 60, per: HOUR_MS },
  mail_from: { max: 20, per: HOUR_MS },
  /** Opened mail links. */
  link_from: { max: 20, per: HOUR_MS },
  /** Submitted payments, by account. */
  submit_order: { max: 5, per: HOUR_MS },
  /** Test notifications of alert channels, by account: each sends something. */
  alert_test: { max: 10, per: MINUTE_MS },
  /** Contact form messages, by address and in total, to protect the operator's mailbox. */
  contact_from: { max: 3, per: HOUR_MS },
  contact_to: { max: 100, per: HOUR_MS },
} as const satisfies Record<string, Quota | BackOff>

export type KeyedLimit = keyof typeof KEYED_LIMITS

type Back = { [Name in KeyedLimit]: (typeof KEYED_LIMITS)[Name] extends BackOff ? Name : never }[KeyedLimit]

/** Rate limits counted in the database, shared by processes and kept across restarts. */
export interface KeyedLimits {
  /**
   * Counts one act against each limit in order and throws RATE_LIMITED at the first that refuses. A limit whose name
   * ends with _from is keyed by the caller's address. Call it before the password is checked, and `forgive` after a
   * correct one: otherwise concurrent guesses would not see each other.
   */
  take(...acts: readonly (readonly [limit: KeyedLimit, subject: string])[]): Promise<void>
  forgive(limit: Back, subject: string): Promise<void>
  /** Deletes expired entries. */
  sweep(): Promise<void>
}

export interface KeyedLimitOptions {
  readonly pool: Pool
  readonly keys: Keys
  readonly clock: Clock
  readonly factor: number
}

/**
 * When the next act is allowed, for a row of `rate_hit`: $2 now, $3 the start of the window, $4 its length in ms, $5
 * the max count. Null: immediately.
 */
const recent = (next: string): string =>
  `(select ${next} from (select array(select hit from unnest(rate_hit.hits) hit where hit > $3::bigint order by hit) as hits) recent
    where cardinality(hits) >= $5::int)`
const NEXT_OF_QUOTA = recent('hits[cardinality(hits) - $5::int + 1] + $4::bigint')
const NEXT_OF_BACK_OFF = recent(
  `hits[cardinality(hits)] + least($4::bigint, 1000 * power(2, least(cardinality(hits) - $5::int + 1, 20)))::bigint`,
)

export function createKeyedLimits({ pool, keys, clock, factor }: KeyedLimitOptions): KeyedLimits {
  const keyOf = (limit: KeyedLimit, subject: string): Buffer =>
    keys.mac('limit', `${limit} ${limit.endsWith('_from') ? addressBlock(subject) : subject}`)

  async function take(limit: KeyedLimit, subject: string): Promise<void> {
    const rule: Quota | BackOff = KEYED_LIMITS[limit]
    const [per, max, next] =
      'per' in rule ? [rule.per, rule.max, NEXT_OF_QUOTA] : [MAX_DELAY_MS, rule.free, NEXT_OF_BACK_OFF]
    const times = Math.max(1, Math.round(max * factor))
    if (times > MAX_COUNTED) return
    const now = clock.now()
    const values = [keyOf(limit, subject), now, now - per, per, times]
    // One statement: concurrent acts wait for the row lock and see its latest value.
    const { rowCount } = await pool.query(
      `insert into rate_hit (key, hits, until) values ($1, array[$2::bigint], $2::bigint + $4::bigint)
       on conflict (key) do update set until = $2::bigint + $4::bigint,
         hits = array(select hit from unnest(rate_hit.hits) hit where hit > $3::bigint order by hit) || $2::bigint
       where coalesce(${next}, 0) <= $2::bigint`,
      values,
    )
    if (rowCount !== 0) return
    const { rows } = await pool.query<{ next: number }>(
      `select coalesce(${next}, $2::bigint) as next from rate_hit where key = $1`,
      values,
    )
    throw refusal((rows[0]?.next ?? now) - now)
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

function refusal(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS))
  return new AppError('RATE_LIMITED', { params: { seconds }, data: { retry_after: seconds } })
}
