import { SETTING_KEYS, PAYMENT_SETTINGS } from '@flowprint/contract'
import type { BusinessSettings, SettingKey } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

const HISTORY = 50

/** Every setting with its history, newest first. */
export async function loadSettings(client: Queryable): Promise<BusinessSettings> {
  const rows = await listSettings(client, HISTORY)
  return {
    list: SETTING_KEYS.map((key) => {
      const entries = rows.filter((row) => row.key === key)
      const history = entries.map(({ value, validFrom, actorName }) => ({
        value,
        valid_from: validFrom === null ? null : new Date(validFrom).toISOString(),
        actor_name: actorName,
      }))
      return { key, value: entries[0]?.value ?? null, version: entries[0]?.id ?? 0, history }
    }),
  }
}

/** One entry of a setting, valid from `validFrom` (ms; null: from the beginning) until the next entry. */
export interface SettingRow {
  readonly id: number
  readonly key: SettingKey
  readonly value: unknown
  readonly validFrom: number | null
  readonly actorName: string | null
}

/** Blocks other changes of settings until the transaction ends; reads are not blocked. */
export async function lockSettings(client: Queryable): Promise<void> {
  await sql`lock table site_setting in share row exclusive mode`.execute(db(client))
}

/** The newest `most` entries of each key, newest first. */
export async function listSettings(client: Queryable, most: number): Promise<SettingRow[]> {
  const rows = await db(client)
    .selectFrom(
      db(client)
        .selectFrom('site_setting')
        .selectAll()
        .select(sql<number>`row_number() over (partition by key order by valid_from desc, id desc)`.as('place'))
        .as('s'),
    )
    .leftJoin('account as a', 'a.id', 's.actor_id')
    .select(['s.id', 's.key', 's.value', 'a.username as actor_name'])
    .select(sql<Date | null>`nullif(s.valid_from, '-infinity')`.as('valid_from'))
    .where('s.place', '<=', most)
    .orderBy('s.key')
    .orderBy('s.place')
    .execute()
  return rows.map(({ id, key, value, valid_from, actor_name }) => ({
    id,
    key,
    value,
    validFrom: valid_from?.getTime() ?? null,
    actorName: actor_name,
  }))
}

/** Adds an entry and returns its ID; earlier entries stay unchanged. */
export async function insertSetting(
  client: Queryable,
  entry: { key: SettingKey; value: unknown; validFrom: number; actorId: number },
): Promise<number> {
  const value = JSON.stringify(entry.value, (_name, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed() : part,
  )
  const { id } = await db(client)
    .insertInto('site_setting')
    .values({ key: entry.key, value, valid_from: new Date(entry.validFrom), actor_id: entry.actorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface PaymentChange {
  readonly key: (typeof PAYMENT_SETTINGS)[number]
  /** ms. */
  readonly at: number
  readonly actorName: string | null
}

/** The latest change of the receiving address or a price by an administrator, or null. */
export async function lastPaymentChange(client: Queryable): Promise<PaymentChange | null> {
  const row = await db(client)
    .selectFrom('site_setting as s')
    .innerJoin('account as a', 'a.id', 's.actor_id')
    .select(['s.key', 's.valid_from', 'a.username'])
    .where('s.key', 'in', PAYMENT_SETTINGS)
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { key: row.key as PaymentChange['key'], at: row.valid_from.getTime(), actorName: row.username }
}
