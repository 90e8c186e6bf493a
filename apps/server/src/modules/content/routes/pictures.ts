import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { PICTURE_MAX_BYTES, uploadPicture, PICTURE_MAX_SIDE } from '@flowprint/contract'
import type { PictureUploaded } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import { AppError, limitedTo, actorOf, addCall } from '../../../platform/http/index.ts'
import type { ContentDeps, Editor } from '../content-deps.ts'
import { readPicture } from '../rules/picture/read-picture.ts'
import type { PictureKind, ReadPicture } from '../rules/picture/read-picture.ts'
import { recordAudit } from '../../../platform/audit/index.ts'
import { inTransaction, db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { withoutMetadata } from '../rules/picture/without-metadata.ts'

const TYPES: Readonly<Record<PictureKind, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/**
 * GET /api/pictures/<sha256>.<kind>: immutable content. Scripts are forbidden when it is opened as a page; the global
 * headers forbid content sniffing.
 */
export function addPictures(
  app: FastifyInstance,
  { pool, rateLimitFactor }: Pick<ContentDeps, 'pool' | 'rateLimitFactor'>,
): void {
  app.get<{ Params: { name: string } }>(
    '/api/pictures/:name',
    { schema: { hide: true }, config: limitedTo('picture', rateLimitFactor) },
    async (request, reply) => {
      const name = readPictureName(request.params.name)
      const etag = name === null ? '' : `"${name.sha256.toString('hex')}"`
      const bytes = name === null ? null : await loadPicture(pool, name.sha256, name.kind)
      if (name === null || bytes === null) throw new AppError('NOT_FOUND', { http: 404 })
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('etag', etag)
        .header('content-security-policy', "default-src 'none'; sandbox")
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(TYPES[name.kind]).send(bytes)
    },
  )
}

const FIELD = 'picture'
/** Size of the multipart headers and boundaries around the picture. */
const MULTIPART_OVERHEAD = 16 * 1024

/** POST /api/admin_upload_picture: the only route that accepts a file and parses multipart bodies. */
export async function addUpload(app: FastifyInstance, deps: ContentDeps): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: PICTURE_MAX_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    })
    addCall(scope, uploadPicture, async (call) => savePicture(deps, actorOf(call, deps), await readFile(call.request)))
  })
}

/** Content of the only part, buffered in memory because it is small. */
async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw refused('ONE_PICTURE')
  if (Number(request.headers['content-length'] ?? 0) > PICTURE_MAX_BYTES + MULTIPART_OVERHEAD)
    throw refused('PICTURE_TOO_LARGE')
  let bytes: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== FIELD) throw refused('ONE_PICTURE')
      bytes = await part.toBuffer()
      if (part.file.truncated) throw refused('PICTURE_TOO_LARGE')
    }
  } catch (error) {
    // The parser rejects truncated bodies, more than one part and bodies that are not multipart.
    throw error instanceof AppError ? error : refused('ONE_PICTURE')
  }
  if (bytes === null || bytes.length === 0) throw refused('ONE_PICTURE')
  return bytes
}

const refused = (error: ApiMessageKey): AppError =>
  new AppError('VALIDATION', { faults: [{ field: FIELD, error, params: { max: PICTURE_MAX_BYTES / 2 ** 20 } }] })

/**
 * Stores an uploaded picture without its metadata, named by its content hash, or throws VALIDATION. Deduplicates
 * identical uploads.
 */
async function savePicture(
  { pool, clock }: Pick<ContentDeps, 'pool' | 'clock'>,
  by: Editor,
  uploaded: Buffer,
): Promise<PictureUploaded> {
  const read = readPicture(uploaded)
  if ('fault' in read) {
    const max = read.fault === 'PICTURE_TOO_WIDE' ? PICTURE_MAX_SIDE : PICTURE_MAX_BYTES / 2 ** 20
    throw new AppError('VALIDATION', { faults: [{ field: 'picture', error: read.fault, params: { max } }] })
  }
  const { bytes, orientation } = withoutMetadata(read.kind, uploaded)
  const shown = orientation < 5 ? read : { kind: read.kind, width: read.height, height: read.width }
  const picture = { ...shown, bytes, sha256: createHash('sha256').update(bytes).digest() }
  const { kind, width, height } = picture
  await inTransaction(pool, async (client) => {
    const at = clock.now()
    if (!(await insertPicture(client, picture, at, by.accountId))) return
    await recordAudit(client, {
      at,
      actorId: by.accountId,
      ipHash: by.ipHash,
      action: 'upload_picture',
      objectType: 'picture',
      objectId: picture.sha256.toString('hex'),
      before: null,
      after: { kind, width, height, bytes: bytes.length },
    })
  })
  return { url: picturePath(picture), width, height }
}

export interface Picture extends ReadPicture {
  readonly sha256: Buffer
  readonly bytes: Buffer
}

/** False if the picture exists. */
async function insertPicture(
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

async function loadPicture(client: Queryable, sha256: Buffer, kind: Picture['kind']): Promise<Buffer | null> {
  return (await pictures(client, sha256, kind).select('bytes').executeTakeFirst())?.bytes ?? null
}

const NAME = /^([0-9a-f]{64})\.(png|jpg|webp)$/
const FOLDER = '/api/pictures/'

export interface PictureName {
  readonly sha256: Buffer
  readonly kind: PictureKind
}

/** Parses the name of an uploaded picture; null for any other name. */
function readPictureName(name: string): PictureName | null {
  const [, sha256, kind] = NAME.exec(name) ?? []
  return sha256 === undefined ? null : { sha256: Buffer.from(sha256, 'hex'), kind: kind as PictureKind }
}

/** Parses a picture path, with or without its size suffix; null for any other path. */
export const readPicturePath = (path: string): PictureName | null =>
  path.startsWith(FOLDER) ? readPictureName(path.slice(FOLDER.length).replace(/#.*$/, '')) : null

const picturePath = ({ sha256, kind }: PictureName): string => `${FOLDER}${sha256.toString('hex')}.${kind}`
