import type { MomentContent } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

interface StoredMoment {
  readonly id: string
  readonly content: MomentContent
  readonly created_at: Date
}

const momentsOf = (client: Queryable, accountId: number) =>
  db(client).selectFrom('moment').where('account_id', '=', accountId)

/** Of any account: the id is the permission. */
export async function findMoment(client: Queryable, id: string): Promise<StoredMoment | null> {
  const row = await db(client)
    .selectFrom('moment')
    .select(['id', 'content', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The id of an own moment with the same content. */
export async function findSameMoment(client: Queryable, accountId: number, hash: Buffer): Promise<string | null> {
  const row = await momentsOf(client, accountId).select('id').where('content_hash', '=', hash).executeTakeFirst()
  return row?.id ?? null
}

/** Newest first. */
export const findMoments = (
  client: Queryable,
  accountId: number,
  page: { readonly from: number; readonly size: number },
) =>
  momentsOf(client, accountId)
    .select(['id', 'created_at'])
    .select(sql<string>`content->>'symbol'`.as('symbol'))
    .select(sql<string>`content->>'cycle'`.as('cycle'))
    .select(sql<number>`(content->'cutoff'->>'t')::bigint`.as('t'))
    .select(sql<string>`content->>'note'`.as('note'))
    .select(sql<number>`jsonb_array_length(content->'drawings')`.as('drawings'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.size)
    .offset(page.from)
    .execute()

export const findAllMoments = async (client: Queryable, accountId: number): Promise<MomentContent[]> =>
  (await momentsOf(client, accountId).select('content').orderBy('created_at').orderBy('id').execute()).map(
    ({ content }) => content,
  )

export async function countMoments(client: Queryable, accountId: number): Promise<number> {
  const { count } = await momentsOf(client, accountId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertMoment(
  client: Queryable,
  accountId: number,
  { id, hash, content }: { readonly id: string; readonly hash: Buffer; readonly content: MomentContent },
  now: number,
): Promise<void> {
  await db(client)
    .insertInto('moment')
    .values({
      id,
      account_id: accountId,
      content_hash: hash,
      content: JSON.stringify(content),
      created_at: new Date(now),
    })
    .execute()
}

/** False if it is not one of the account. */
export async function deleteMoment(client: Queryable, accountId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db(client)
    .deleteFrom('moment')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
