import type { ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

export type ContentAct = 'draft' | 'publish' | 'withdraw'

/** A saved version without its Markdown. */
export interface ContentRow {
  readonly key: string
  readonly language: Language
  readonly version: number
  readonly kind: ContentKind
  readonly title: string
  readonly summary: string
  readonly picture: string | null
  readonly act: ContentAct
  /** ms */
  readonly at: number
  readonly by: string
}

export interface DecidedRow extends ContentRow {
  /** ms: time of the first publication; null if never published. */
  readonly firstAt: number | null
}

/** Null means all texts. */
export interface TextName {
  readonly key: string
  readonly language: Language
}

const FIELDS = [
  'v.key',
  'v.language',
  'v.version',
  'v.kind',
  'v.title',
  'v.summary',
  'v.picture',
  'v.act',
  'v.at',
] as const

const inMs = <Row extends { readonly at: Date }>(row: Row) => ({ ...row, at: row.at.getTime() })

/** Versions with their authors, whose accounts may be deleted while their texts stay. */
const withAuthors = (client: Queryable) =>
  db(client)
    .selectFrom('content_version as v')
    .leftJoin('account as a', 'a.id', 'v.actor_id')
    .select(FIELDS)
    .select(sql<string>`coalesce(a.username, '#' || v.actor_id)`.as('by'))

/** The newest version that is not a draft, for each key and language: it decides what visitors see. */
export async function decidedContents(client: Queryable, key: string | null = null): Promise<DecidedRow[]> {
  const rows = await db(client)
    .selectFrom('content_version as v')
    .distinctOn(['v.key', 'v.language'])
    .select(FIELDS)
    .select((eb) =>
      eb
        .selectFrom('content_version as f')
        .select(({ fn }) => fn.min('f.at').as('first_at'))
        .whereRef('f.key', '=', 'v.key')
        .whereRef('f.language', '=', 'v.language')
        .where('f.act', '=', 'publish')
        .as('first_at'),
    )
    .where('v.act', '<>', 'draft')
    .$if(key !== null, (query) => query.where('v.key', '=', key ?? ''))
    .orderBy('v.key')
    .orderBy('v.language')
    .orderBy('v.version', 'desc')
    .execute()
  return rows.map(({ first_at, ...row }) => ({ ...inMs(row), by: '', firstAt: first_at?.getTime() ?? null }))
}

/** The newest version of each key and language, including drafts. */
export async function newestContents(client: Queryable, name: TextName | null = null): Promise<ContentRow[]> {
  const rows = await withAuthors(client)
    .distinctOn(['v.key', 'v.language'])
    .$if(name !== null, (query) =>
      query.where('v.key', '=', name?.key ?? '').where('v.language', '=', name?.language ?? 'en'),
    )
    .orderBy('v.key')
    .orderBy('v.language')
    .orderBy('v.version', 'desc')
    .execute()
  return rows.map(inMs)
}

const versionsOf = (client: Queryable, { key, language }: TextName) =>
  db(client).selectFrom('content_version').where('key', '=', key).where('language', '=', language)

/** Null if there is no such version. */
export async function markdownOf(client: Queryable, name: TextName, version: number): Promise<string | null> {
  const row = await versionsOf(client, name).select('markdown').where('version', '=', version).executeTakeFirst()
  return row?.markdown ?? null
}

/** Newest first, with their Markdown. */
export async function listVersions(
  client: Queryable,
  { key, language }: TextName,
  page: { from: number; size: number },
): Promise<(ContentRow & { markdown: string })[]> {
  const rows = await withAuthors(client)
    .select('v.markdown')
    .where('v.key', '=', key)
    .where('v.language', '=', language)
    .orderBy('v.version', 'desc')
    .limit(page.size)
    .offset(page.from)
    .execute()
  return rows.map(inMs)
}

export async function countVersions(client: Queryable, name: TextName): Promise<number> {
  const { n } = await versionsOf(client, name)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export type NewVersion = Omit<ContentRow, 'by'> & { readonly markdown: string; readonly actorId: number }

/** False if the version does not follow the newest one, or a concurrent save was first. */
export async function insertVersion(client: Queryable, row: NewVersion): Promise<boolean> {
  const newest = await versionsOf(client, row)
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst()
  if ((newest?.version ?? 0) !== row.version - 1) return false
  const { numInsertedOrUpdatedRows } = await db(client)
    .insertInto('content_version')
    .values({
      key: row.key,
      language: row.language,
      version: row.version,
      kind: row.kind,
      title: row.title,
      summary: row.summary,
      picture: row.picture,
      markdown: row.markdown,
      act: row.act,
      at: new Date(row.at),
      actor_id: row.actorId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
