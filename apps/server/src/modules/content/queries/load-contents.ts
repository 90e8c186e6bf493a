import type {
  Content,
  ContentListed,
  Contents,
  ContentsBody,
  SiteConfig,
  AdminContent,
  AdminContentBody,
  AdminContentHistory,
  AdminContentHistoryBody,
  AdminContentRow,
  AdminContents,
  ContentHistoryRow,
} from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { AppError } from '../../../platform/http/index.ts'
import type { ContentDeps } from '../content-deps.ts'
import { decidedContents, markdownOf, countVersions, listVersions, newestContents } from './content-rows.ts'
import type { ContentRow, TextName } from './content-rows.ts'
import {
  nameProduct,
  nameProductInMarkdown,
  inLanguage,
  newestFirst,
  visibleTexts,
  nameOf,
} from '../rules/visible-texts.ts'
import type { VisibleText } from '../rules/visible-texts.ts'
import type { ShippedText } from '../shipped/load-texts.ts'

type VisitorDeps = Pick<ContentDeps, 'pool' | 'texts' | 'productName'>

/** Published texts of a kind: articles by first publication, newest first; pages by key. */
export async function loadContents(
  { pool, texts, productName }: VisitorDeps,
  { kind, language }: ContentsBody,
): Promise<Contents> {
  const visible = visibleTexts(texts, await decidedContents(pool)).filter((text) => text.kind === kind)
  const chosen = inLanguage(visible, language)
  const list = kind === 'media' ? newestFirst(chosen) : chosen.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { list: list.map((text) => presentText(text, productName)), total: list.length }
}

/** A published text; falls back to the other language if it is missing in the requested one. */
export async function loadContent(
  { pool, texts, productName }: VisitorDeps,
  { key, language }: { readonly key: string; readonly language: Language },
): Promise<Content> {
  const [text] = inLanguage(
    visibleTexts(
      texts.filter((one) => one.key === key),
      await decidedContents(pool, key),
    ),
    language,
  )
  const markdown =
    text === undefined
      ? null
      : await (text.version === 0 ? shippedMarkdown(texts, text) : markdownOf(pool, text, text.version))
  if (text === undefined || markdown === null) throw new AppError('NOT_FOUND')
  return { ...presentText(text, productName), markdown: nameProductInMarkdown(markdown, productName) }
}

const shippedMarkdown = (texts: readonly ShippedText[], { key, language }: VisibleText): string | null =>
  texts.find((one) => one.key === key && one.language === language)?.markdown ?? null

function presentText(
  { key, kind, language, title, summary, picture, publishedAt, updatedAt }: VisibleText,
  productName: string,
): ContentListed {
  return {
    key,
    kind,
    language,
    picture,
    title: nameProduct(title, productName),
    summary: nameProduct(summary, productName),
    published_at: new Date(publishedAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  }
}

/** Number of article links in the footer while no links are configured. */
const MAX_LINKS = 2

/** Bundled articles that were not withdrawn, with their titles. */
export async function defaultMedias(
  deps: Pick<ContentDeps, 'pool' | 'texts' | 'productName'>,
  language: Language,
): Promise<SiteConfig['medias']> {
  const shipped = new Set(deps.texts.map(({ key }) => key))
  const { list } = await loadContents(deps, { kind: 'media', language })
  return list
    .filter(({ key }) => shipped.has(key))
    .slice(0, MAX_LINKS)
    .map(({ key, title }) => ({ key, label: title, url: `/medias/${key}` }))
}

type EditorDeps = Pick<ContentDeps, 'pool' | 'texts'>
type Head = AdminContentRow & Pick<AdminContent, 'summary' | 'picture'>

const iso = (ms: number): string => new Date(ms).toISOString()

/** All texts of a kind and language, or one with its Markdown, in their newest versions including drafts. */
export async function loadForEditor(
  deps: EditorDeps,
  { key, kind, language }: AdminContentBody,
): Promise<AdminContents | AdminContent> {
  if (key === undefined) {
    const list = (await loadHeads(deps, null)).filter(
      (head) => (kind ?? head.kind) === head.kind && (language ?? head.language) === head.language,
    )
    return { list: list.map(({ summary: _summary, picture: _picture, ...row }) => row) }
  }
  if (language === undefined)
    throw new AppError('VALIDATION', { faults: [{ field: 'language', error: 'REQUIRED', params: {} }] })
  const [head] = await loadHeads(deps, { key, language })
  const markdown =
    head === undefined
      ? null
      : head.version === 0
        ? shippedOf(deps, head)?.markdown
        : await markdownOf(deps.pool, head, head.version)
  if (head === undefined || markdown === null || markdown === undefined) throw new AppError('NOT_FOUND')
  return { ...head, markdown }
}

/** Every version of a text, newest first, ending with the bundled one. */
export async function loadHistory(deps: EditorDeps, body: AdminContentHistoryBody): Promise<AdminContentHistory> {
  const { key, language, page_cur = 1, page_size = 10 } = body
  const from = (page_cur - 1) * page_size
  const saved = await countVersions(deps.pool, { key, language })
  const shipped = shippedOf(deps, { key, language })
  const total = saved + (shipped === undefined ? 0 : 1)
  if (total === 0) throw new AppError('NOT_FOUND')
  const list: ContentHistoryRow[] = (await listVersions(deps.pool, { key, language }, { from, size: page_size })).map(
    ({ version, title, summary, picture, markdown, act, at, by }) => ({
      version,
      title,
      summary,
      picture,
      markdown,
      publish: act === 'publish',
      withdraw: act === 'withdraw',
      at: iso(at),
      by,
    }),
  )
  if (shipped !== undefined && from <= saved && list.length < page_size) {
    const { title, summary, picture, markdown, at } = shipped
    list.push({ version: 0, title, summary, picture, markdown, publish: true, withdraw: false, at: iso(at), by: null })
  }
  return { list, total, page_cur, page_size }
}

const shippedOf = ({ texts }: EditorDeps, { key, language }: TextName): ShippedText | undefined =>
  texts.find((one) => one.key === key && one.language === language)

/** Ordered by kind (pages first), key and language. */
async function loadHeads(deps: EditorDeps, name: TextName | null): Promise<Head[]> {
  const texts =
    name === null ? deps.texts : deps.texts.filter((one) => one.key === name.key && one.language === name.language)
  const [newest, decided] = [await newestContents(deps.pool, name), await decidedContents(deps.pool, name?.key)]
  const seen = new Map(visibleTexts(texts, decided).map((text) => [nameOf(text), text.version]))
  const shipped = new Map(texts.map((text) => [nameOf(text), text]))
  const found = new Map<string, Head>(
    texts.map((text) => [nameOf(text), headOf({ ...text, version: 0, by: null }, true, seen)]),
  )
  for (const row of newest) {
    const own = shipped.get(nameOf(row))
    found.set(nameOf(row), headOf({ ...row, kind: own?.kind ?? row.kind }, own !== undefined, seen))
  }
  const order = ({ kind, key, language }: Head) => `${kind === 'page' ? 0 : 1} ${key} ${language}`
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

function headOf(
  row: Omit<ContentRow, 'act' | 'by'> & { readonly by: string | null },
  shipped: boolean,
  seen: ReadonlyMap<string, number>,
): Head {
  const { key, kind, language, title, summary, picture, version, at, by } = row
  const published_version = seen.get(nameOf(row)) ?? null
  return {
    key,
    kind,
    language,
    title,
    summary,
    picture,
    version,
    shipped,
    published_version,
    published: published_version !== null,
    draft: published_version !== version,
    updated_at: iso(at),
    updated_by: by,
  }
}
