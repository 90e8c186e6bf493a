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
  const { rowCount } = await client.query(
    'insert into content_picture (sha256, kind, width, height, bytes, at, actor_id) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing',
    [sha256, kind, width, height, bytes, new Date(at), actorId],
  )
  return rowCount === 1
}

export async function hasPicture(client: Queryable, sha256: Buffer, kind: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from content_picture where sha256 = $1 and kind = $2', [sha256, kind])
  return rows.length > 0
}

export async function loadPicture(client: Queryable, sha256: Buffer, kind: string): Promise<Buffer | null> {
  const { rows } = await client.query<{ bytes: Buffer }>(
    'select bytes from content_picture where sha256 = $1 and kind = $2',
    [sha256, kind],
  )
  return rows[0]?.bytes ?? null
}
