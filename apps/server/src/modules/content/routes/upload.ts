import multipart from '@fastify/multipart'
import { PICTURE_MAX_BYTES, uploadPicture } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf, addCall, AppError } from '../../../platform/http/index.ts'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { ContentDeps } from '../content-deps.ts'
import { savePicture } from '../save-picture.ts'

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
