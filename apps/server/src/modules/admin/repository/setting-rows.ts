import { PAYMENT_SETTINGS } from '@flowprint/contract'
import type { SettingKey } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'

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
  await client.query('lock table site_setting in share row exclusive mode')
}

/** The newest `most` entries of each key, newest first. */
export async function listSettings(client: Queryable, most: number): Promise<SettingRow[]> {
  const { rows } = await client.query<{
    id: number
    key: SettingKey
    value: unknown
    valid_from: Date | null
    actor_name: string | null
  }>(
    `select s.id, s.key, s.value, nullif(s.valid_from, '-infinity') as valid_from, a.username as actor_name
     from (select *, row_number() over (partition by key order by valid_from desc, id desc) as place from site_setting) s
     left join account a on a.id = s.actor_id where s.place <= $1 order by s.key, s.place`,
    [most],
  )
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    value: row.value,
    validFrom: row.valid_from?.getTime() ?? null,
    actorName: row.actor_name,
  }))
}

/** Adds an entry and returns its ID; earlier entries stay unchanged. */
export async function insertSetting(
  client: Queryable,
  entry: { key: SettingKey; value: unknown; validFrom: number; actorId: number },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into site_setting (key, value, valid_from, actor_id) values ($1, $2, $3, $4) returning id',
    [
      entry.key,
      JSON.stringify(entry.value, (_name, value: unknown) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      ),
      new Date(entry.validFrom),
      entry.actorId,
    ],
  )
  return rows[0].id
}

export interface PaymentChange {
  readonly key: (typeof PAYMENT_SETTINGS)[number]
  /** ms. */
  readonly at: number
  readonly actorName: string | null
}

/** The latest change of the receiving address or a price by an administrator, or null. */
export async function lastPaymentChange(client: Queryable): Promise<PaymentChange | null> {
  const { rows } = await client.query<{ key: PaymentChange['key']; valid_from: Date; actor_name: string | null }>(
    `select s.key, s.valid_from, a.username as actor_name from site_setting s join account a on a.id = s.actor_id
     where s.key = any($1) order by s.id desc limit 1`,
    [PAYMENT_SETTINGS],
  )
  return rows.length === 0
    ? null
    : { key: rows[0].key, at: rows[0].valid_from.getTime(), actorName: rows[0].actor_name }
}
