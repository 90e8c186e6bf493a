import { MARKDOWN_MAX_BYTES } from '@flowprint/contract'
import type { AdminSaveContentBody, ContentKind } from '@flowprint/contract'
import { refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import type { ContentAct } from '../queries/content-rows.ts'

/** A text in the form to store. */
export interface SavedText {
  readonly kind: ContentKind
  readonly title: string
  readonly summary: string
  readonly picture: string | null
  readonly markdown: string
  readonly act: ContentAct
  /** The reason; null for a draft. */
  readonly remark: string | null
}

/**
 * Validates a body that matches its schema and returns the form to store, or throws VALIDATION with every fault.
 * `known`: the kind of the key, null for a new key.
 */
export function readSave(body: AdminSaveContentBody, known: ContentKind | null): SavedText {
  const { publish, withdraw = false } = body
  const faults: Fault[] = []
  const fault = (field: string, error: Fault['error'], params: Fault['params'] = {}) =>
    void faults.push({ field, error, params })
  const kind = known ?? 'media'
  if (body.kind !== undefined && body.kind !== kind) {
    if (known === null) fault('key', 'NO_SUCH_PAGE')
    else fault('kind', 'NOT_A_CHOICE', { allowed: kind })
  }
  const title = body.title.trim().toWellFormed()
  if (title === '') fault('title', 'REQUIRED')
  const markdown = body.markdown.replaceAll(/\r\n?/g, '\n').toWellFormed()
  if (Buffer.byteLength(markdown) > MARKDOWN_MAX_BYTES) fault('markdown', 'TOO_MANY_BYTES', { max: MARKDOWN_MAX_BYTES })
  if (publish && markdown.trim() === '') fault('markdown', 'REQUIRED')
  if (publish && withdraw) fault('withdraw', 'PUBLISHED_AND_WITHDRAWN')
  const act = publish ? 'publish' : withdraw ? 'withdraw' : 'draft'
  const remark = act === 'draft' ? null : (body.remark ?? '').trim()
  if (remark === '') faults.push({ field: 'remark', error: 'REQUIRED', params: {}, sentence: 'REMARK_MISSING' })
  refuse(faults)
  return {
    kind,
    title,
    summary: (body.summary ?? '').trim().toWellFormed(),
    picture: body.picture ?? null,
    markdown,
    act,
    remark,
  }
}
