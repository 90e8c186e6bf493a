import type { Queryable } from '../../../platform/database/index.ts'
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
    const { rows } = await this.#client.query<PushDbRow>('select * from alert_push where account_id = $1 order by id', [
      accountId,
    ])
    return rows.flatMap((row) => this.#opened(row))
  }

  async pushIds(accountId: number): Promise<number[]> {
    const { rows } = await this.#client.query<{ id: number }>(
      'select id from alert_push where account_id = $1 order by id',
      [accountId],
    )
    return rows.map(({ id }) => id)
  }

  async push(id: number): Promise<PushRow | null> {
    const { rows } = await this.#client.query<PushDbRow>('select * from alert_push where id = $1', [id])
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
    const { rows } = await this.#client.query<{ id: number }>(
      `insert into alert_push (account_id, endpoint_key, sealed, label, created_at, session_id) values ($1, $2, $3, $4, $5, $6)
       on conflict (endpoint_key) do update set account_id = $1, sealed = $3, label = $4, created_at = $5, session_id = $6 returning id`,
      [accountId, key, sealed, label, new Date(now), sessionId],
    )
    await this.#client.query(
      `delete from alert_push where account_id = $1 and id not in
         (select id from alert_push where account_id = $1 order by greatest(created_at, last_sent_at) desc, id desc limit $2)`,
      [accountId, most],
    )
    return rows[0].id
  }

  async deletePush(
    accountId: number,
    which: { readonly id?: number | undefined; readonly endpoint?: string | undefined },
  ): Promise<void> {
    const key = which.endpoint === undefined ? null : this.#keys.mac('push', which.endpoint)
    await this.#client.query('delete from alert_push where account_id = $1 and (id = $2 or endpoint_key = $3)', [
      accountId,
      which.id ?? null,
      key,
    ])
  }

  async recordPushSent(id: number, now: number): Promise<void> {
    await this.#client.query('update alert_push set last_sent_at = $2 where id = $1', [id, new Date(now)])
  }

  async webhook(accountId: number): Promise<(Webhook & { readonly createdAt: number }) | null> {
    const { rows } = await this.#client.query<{ sealed: string; created_at: Date }>(
      'select sealed, created_at from alert_webhook where account_id = $1',
      [accountId],
    )
    if (rows.length === 0) return null
    const opened = this.#open('webhook', String(accountId), rows[0].sealed)
    return opened === null ? null : { ...(opened as Webhook), createdAt: rows[0].created_at.getTime() }
  }

  async saveWebhook(accountId: number, webhook: Webhook, now: number): Promise<void> {
    await this.#client.query(
      `insert into alert_webhook (account_id, sealed, created_at) values ($1, $2, $3)
       on conflict (account_id) do update set sealed = $2, created_at = $3`,
      [accountId, this.#keys.seal('webhook', String(accountId), JSON.stringify(webhook)), new Date(now)],
    )
  }

  async deleteWebhook(accountId: number): Promise<void> {
    await this.#client.query('delete from alert_webhook where account_id = $1', [accountId])
  }

  #opened(row: PushDbRow): PushRow[] {
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

interface PushDbRow {
  readonly id: number
  readonly endpoint_key: Buffer
  readonly sealed: string
  readonly label: string
  readonly created_at: Date
  readonly last_sent_at: Date | null
}
