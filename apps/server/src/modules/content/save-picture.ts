import { createHash } from 'node:crypto'
import type { PictureUploaded } from '@flowprint/contract'
import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE } from '@flowprint/contract'
import { recordAudit } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { ContentDeps, Editor } from './content-deps.ts'
import { insertPicture } from './repository/picture-rows.ts'
import { picturePath } from './rules/picture-path.ts'
import { readPicture } from './rules/picture/read-picture.ts'
import { withoutMetadata } from './rules/picture/without-metadata.ts'

/**
 * Stores an uploaded picture without its metadata, named by its content hash, or throws VALIDATION. Deduplicates
 * identical uploads.
 */
export async function savePicture(
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
