import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable, Schema } from '../../../platform/database/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'

/** Fields of `PushSubscription.toJSON()`. */
export interface PushAddress {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface PushRow extends PushAddress {
  readonly id: number
  readonly label: string
  readonly createdAt: number
  readonly lastSentAt: number | null
}

export interface Webhook {
  readonly url: string
  readonly secret: string
}

/** Notification addresses that grant access: encrypted at rest. */
export class ChannelRows {
  readonly #client: Queryable
  readonly #keys: Keys

  constructor(client: Queryable, keys: Keys) {
    this.#client = client
    this.#keys = keys
  }

  async pushes(accountId: number): Promise<PushRow[]> {
    const query = db(this.#client).selectFrom('alert_push').selectAll().where('account_id', '=', accountId)
    const rows = await query.orderBy('id').execute()
    return rows.flatMap((row) => this.#opened(row))
  }

  async pushIds(accountId: number): Promise<number[]> {
    const query = db(this.#client).selectFrom('alert_push').select('id').where('account_id', '=', accountId)
    const rows = await query.orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  async push(id: number): Promise<PushRow | null> {
    const rows = await db(this.#client).selectFrom('alert_push').selectAll().where('id', '=', id).execute()
    return rows.flatMap((row) => this.#opened(row))[0] ?? null
  }

  /**
   * Upserts the row of a browser for its current account; above the limit, the account's least recently used ones are
   * removed. `sessionId`: the session with which it ends.
   */
  async savePush(
    accountId: number,
    address: PushAddress,
    label: string,
    most: number,
    now: number,
    sessionId: number | null = null,
  ): Promise<number> {
    const key = this.#keys.mac('push', address.endpoint)
    const sealed = this.#keys.seal('push', key.toString('hex'), JSON.stringify(address))
    const values = { account_id: accountId, sealed, label, created_at: new Date(now), session_id: sessionId }
    const { id } = await db(this.#client)
      .insertInto('alert_push')
      .values({ endpoint_key: key, ...values })
      .onConflict((conflict) => conflict.column('endpoint_key').doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`delete from alert_push where account_id = ${accountId} and id not in
      (select id from alert_push where account_id = ${accountId} order by greatest(created_at, last_sent_at) desc, id desc limit ${most})`.execute(
      db(this.#client),
    )
    return id
  }

  async deletePush(
    accountId: number,
    which: { readonly id?: number | undefined; readonly endpoint?: string | undefined },
  ): Promise<void> {
    const key = which.endpoint === undefined ? null : this.#keys.mac('push', which.endpoint)
    await db(this.#client)
      .deleteFrom('alert_push')
      .where('account_id', '=', accountId)
      .where(({ eb, or }) => or([eb('id', '=', which.id ?? null), eb('endpoint_key', '=', key)]))
      .execute()
  }

  async recordPushSent(id: number, now: number): Promise<void> {
    await db(this.#client)
      .updateTable('alert_push')
      .set({ last_sent_at: new Date(now) })
      .where('id', '=', id)
      .execute()
  }

  async webhook(accountId: number): Promise<(Webhook & { readonly createdAt: number }) | null> {
    const query = db(this.#client).selectFrom('alert_webhook').select(['sealed', 'created_at'])
    const row = await query.where('account_id', '=', accountId).executeTakeFirst()
    if (row === undefined) return null
    const opened = this.#open('webhook', String(accountId), row.sealed)
    return opened === null ? null : { ...(opened as Webhook), createdAt: row.created_at.getTime() }
  }

  async saveWebhook(accountId: number, webhook: Webhook, now: number): Promise<void> {
    const sealed = this.#keys.seal('webhook', String(accountId), JSON.stringify(webhook))
    const values = { sealed, created_at: new Date(now) }
    await db(this.#client)
      .insertInto('alert_webhook')
      .values({ account_id: accountId, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute()
  }

  async deleteWebhook(accountId: number): Promise<void> {
    await db(this.#client).deleteFrom('alert_webhook').where('account_id', '=', accountId).execute()
  }

  #opened(row: Selectable<Schema['alert_push']>): PushRow[] {
    const address = this.#open('push', row.endpoint_key.toString('hex'), row.sealed)
    if (address === null) return []
    return [
      {
        ...(address as PushAddress),
        id: row.id,
        label: row.label,
        createdAt: row.created_at.getTime(),
        lastSentAt: row.last_sent_at?.getTime() ?? null,
      },
    ]
  }

  /** Null: sealed with an unknown key and unreadable. */
  #open(purpose: 'push' | 'webhook', owner: string, sealed: string): unknown {
    try {
      return JSON.parse(this.#keys.open(purpose, owner, sealed))
    } catch {
      return null
    }
  }
}
