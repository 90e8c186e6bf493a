import type { Queryable } from '../database/index.ts'

/** Removes the addresses from records older than `time`; the records stay. */
export async function removeAddresses(client: Queryable, time: number): Promise<void> {
  await client.query('update audit_log set ip_hash = null where at < $1 and ip_hash is not null', [new Date(time)])
}
