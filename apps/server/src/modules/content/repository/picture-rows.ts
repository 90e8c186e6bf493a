import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { ReadPicture } from '../rules/picture/read-picture.ts'

export interface Picture extends ReadPicture {
  readonly sha256: Buffer
  readonly bytes: Buffer
}

/** False if the picture exists. */
export async function insertPicture(
  client: Queryable,
  { sha256, kind, width, height, bytes }: Picture,
  at: number,
  actorId: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db(client)
    .insertInto('content_picture')
    .values({ sha256, kind, width, height, bytes, at: new Date(at), actor_id: actorId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const pictures = (client: Queryable, sha256: Buffer, kind: Picture['kind']) =>
  db(client).selectFrom('content_picture').where('sha256', '=', sha256).where('kind', '=', kind)

export async function hasPicture(client: Queryable, sha256: Buffer, kind: Picture['kind']): Promise<boolean> {
  return (await pictures(client, sha256, kind).executeTakeFirst()) !== undefined
}

export async function loadPicture(client: Queryable, sha256: Buffer, kind: Picture['kind']): Promise<Buffer | null> {
  return (await pictures(client, sha256, kind).select('bytes').executeTakeFirst())?.bytes ?? null
}
