import type { AdminSaveContentBody, ContentKind, ContentSaved } from '@flowprint/contract'
import { recordAudit } from '../../../platform/audit/index.ts'
import { db, inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import type { ContentDeps, Editor } from '../content-deps.ts'
import { insertVersion, newestContents } from '../queries/content-rows.ts'
import { hasPicture, readPicturePath } from '../routes/pictures.ts'
import { readSave } from '../rules/read-save.ts'

/**
 * Adds a version of a text, as draft or public; earlier versions stay unchanged. An edit that is not based on the
 * newest version is rejected, so one of several concurrent edits succeeds.
 */
export async function saveContent(deps: ContentDeps, by: Editor, body: AdminSaveContentBody): Promise<ContentSaved> {
  const { key, language } = body
  return inTransaction(deps.pool, async (client) => {
    const text = readSave(body, await kindOf(client, deps, key))
    const picture = text.picture === null ? null : readPicturePath(text.picture)
    if (picture !== null && !(await hasPicture(client, picture.sha256, picture.kind))) {
      throw new AppError('VALIDATION', { faults: [{ field: 'picture', error: 'NO_SUCH_PICTURE', params: {} }] })
    }
    const [before] = await newestContents(client, { key, language })
    const [at, version] = [deps.clock.now(), body.version + 1]
    if (!(await insertVersion(client, { key, language, version, at, actorId: by.accountId, ...text })))
      throw new AppError('STALE_VERSION')
    const { title, act, markdown, remark } = text
    await recordAudit(client, {
      at,
      actorId: by.accountId,
      ipHash: by.ipHash,
      action: 'save_content',
      objectType: 'content',
      objectId: `${key}/${language}`,
      before: before === undefined ? null : { version: before.version, title: before.title, act: before.act },
      // The text is not repeated here: its version is stored permanently.
      after: { version, title, act, bytes: Buffer.byteLength(markdown), ...(remark === null ? {} : { remark }) },
    })
    return { version }
  })
}

/** The kind of a key, the same in every language; null if the key is unused. */
async function kindOf(client: Queryable, { texts }: ContentDeps, key: string): Promise<ContentKind | null> {
  const shipped = texts.find((text) => text.key === key)
  if (shipped !== undefined) return shipped.kind
  const row = await db(client)
    .selectFrom('content_version')
    .select('kind')
    .where('key', '=', key)
    .limit(1)
    .executeTakeFirst()
  return row?.kind ?? null
}
