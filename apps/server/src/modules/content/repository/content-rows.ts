import type { ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
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

type Raw = Omit<ContentRow, 'at'> & { at: Date; first_at?: Date | null; markdown?: string }

const FIELDS = 'v.key, v.language, v.version, v.kind, v.title, v.summary, v.picture, v.act, v.at'
/** Authors' accounts may be deleted; their texts stay. */
const AUTHOR = "coalesce(a.username, '#' || v.actor_id) as by"

const read = ({ at, first_at: _first, markdown: _markdown, ...row }: Raw): ContentRow => ({ ...row, at: at.getTime() })

/** The newest version that is not a draft, for each key and language: it decides what visitors see. */
export async function decidedContents(client: Queryable, key: string | null = null): Promise<DecidedRow[]> {
  const { rows } = await client.query<Raw>(
    `select distinct on (v.key, v.language) ${FIELDS}, '' as by,
       (select min(f.at) from content_version f where f.key = v.key and f.language = v.language and f.act = 'publish') as first_at
     from content_version v where v.act <> 'draft' and ($1::text is null or v.key = $1) order by v.key, v.language, v.version desc`,
    [key],
  )
  return rows.map((row) => ({ ...read(row), firstAt: row.first_at?.getTime() ?? null }))
}

/** The newest version of each key and language, including drafts. */
export async function newestContents(client: Queryable, name: TextName | null = null): Promise<ContentRow[]> {
  const { rows } = await client.query<Raw>(
    `select distinct on (v.key, v.language) ${FIELDS}, ${AUTHOR} from content_version v left join account a on a.id = v.actor_id
     where $1::text is null or (v.key = $1 and v.language = $2) order by v.key, v.language, v.version desc`,
    [name?.key ?? null, name?.language ?? null],
  )
  return rows.map(read)
}

/** Null if there is no such version. */
export async function markdownOf(
  client: Queryable,
  { key, language }: TextName,
  version: number,
): Promise<string | null> {
  const { rows } = await client.query<{ markdown: string }>(
    'select markdown from content_version where key = $1 and language = $2 and version = $3',
    [key, language, version],
  )
  return rows[0]?.markdown ?? null
}

/** Newest first, with their Markdown. */
export async function listVersions(
  client: Queryable,
  { key, language }: TextName,
  page: { from: number; size: number },
): Promise<(ContentRow & { markdown: string })[]> {
  const { rows } = await client.query<Raw & { markdown: string }>(
    `select ${FIELDS}, v.markdown, ${AUTHOR} from content_version v left join account a on a.id = v.actor_id
     where v.key = $1 and v.language = $2 order by v.version desc limit $3 offset $4`,
    [key, language, page.size, page.from],
  )
  return rows.map((row) => ({ ...read(row), markdown: row.markdown }))
}

export async function countVersions(client: Queryable, { key, language }: TextName): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from content_version where key = $1 and language = $2',
    [key, language],
  )
  return rows[0].n
}

export type NewVersion = Omit<ContentRow, 'by'> & { readonly markdown: string; readonly actorId: number }

/** False if the version does not follow the newest one, or a concurrent save was first. */
export async function insertVersion(client: Queryable, row: NewVersion): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into content_version (key, language, version, kind, title, summary, picture, markdown, act, at, actor_id)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
     where coalesce((select max(version) from content_version where key = $1 and language = $2), 0) = $3::integer - 1
     on conflict do nothing`,
    [
      row.key,
      row.language,
      row.version,
      row.kind,
      row.title,
      row.summary,
      row.picture,
      row.markdown,
      row.act,
      new Date(row.at),
      row.actorId,
    ],
  )
  return rowCount === 1
}
