import type { Queryable } from '../../../platform/database/index.ts'

/**
 * Gives every tape another identity, the versions of one market the same: what was restored goes on otherwise than what
 * clients and caches saw after the backup, though its numbers are the same (CONTRACT, stream rule 2).
 */
export async function renewTapes(client: Queryable): Promise<void> {
  await client.query(
    `with fresh as materialized (select tape, gen_random_uuid() as renewed from (select distinct tape from instrument) known)
     update instrument set tape = fresh.renewed from fresh where instrument.tape = fresh.tape`,
  )
}
