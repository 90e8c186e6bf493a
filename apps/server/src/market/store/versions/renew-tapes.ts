import type { Queryable } from '../../../platform/database/index.ts'

/**
 * Assigns every tape a new identity, shared by all versions of a market. After a restore, sequence numbers that clients
 * and caches saw since the backup are reused for other data (CONTRACT, stream rule 2).
 */
export async function renewTapes(client: Queryable): Promise<void> {
  await client.query(
    `with fresh as materialized (select tape, gen_random_uuid() as renewed from (select distinct tape from instrument) known)
     update instrument set tape = fresh.renewed from fresh where instrument.tape = fresh.tape`,
  )
}
