import type { Content, ContentListed, Contents, ContentsBody } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { AppError } from '../../platform/http/index.ts'
import type { ContentDeps } from './content-deps.ts'
import { decidedContents, markdownOf } from './repository/content-rows.ts'
import { nameProduct, nameProductInMarkdown } from './rules/name-product.ts'
import { inLanguage, newestFirst, visibleTexts } from './rules/visible-texts.ts'
import type { VisibleText } from './rules/visible-texts.ts'
import type { ShippedText } from './shipped/load-texts.ts'

type Deps = Pick<ContentDeps, 'pool' | 'texts' | 'productName'>

/** Published texts of a kind: articles by first publication, newest first; pages by key. */
export async function loadContents(
  { pool, texts, productName }: Deps,
  { kind, language }: ContentsBody,
): Promise<Contents> {
  const visible = visibleTexts(texts, await decidedContents(pool)).filter((text) => text.kind === kind)
  const chosen = inLanguage(visible, language)
  const list = kind === 'media' ? newestFirst(chosen) : chosen.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { list: list.map((text) => presentText(text, productName)), total: list.length }
}

/** A published text; falls back to the other language if it is missing in the requested one. */
export async function loadContent(
  { pool, texts, productName }: Deps,
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
