import type { ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { DecidedRow } from '../queries/content-rows.ts'
import type { ShippedText } from '../shipped/load-texts.ts'

/** A text that visitors see; version 0 is the bundled one. */
export interface VisibleText {
  readonly key: string
  readonly kind: ContentKind
  readonly language: Language
  readonly version: number
  readonly title: string
  readonly summary: string
  readonly picture: string | null
  /** ms */
  readonly publishedAt: number
  readonly updatedAt: number
}

/**
 * Merges the bundled texts with the saved versions. A published version replaces the bundled text. A withdrawn page
 * falls back to its bundled text, because its URL is part of the program; a withdrawn article disappears.
 */
export function visibleTexts(shipped: readonly ShippedText[], decided: readonly DecidedRow[]): VisibleText[] {
  const texts = new Map<string, VisibleText>()
  for (const text of shipped) {
    const { key, kind, language, title, summary, picture, at } = text
    texts.set(nameOf(text), {
      key,
      kind,
      language,
      version: 0,
      title,
      summary,
      picture,
      publishedAt: at,
      updatedAt: at,
    })
  }
  for (const row of decided) {
    const name = nameOf(row)
    const own = texts.get(name)
    if (row.act === 'publish') {
      const { key, kind, language, version, title, summary, picture, at } = row
      texts.set(name, {
        key,
        kind: own?.kind ?? kind,
        language,
        version,
        title,
        summary,
        picture,
        publishedAt: own?.publishedAt ?? row.firstAt ?? at,
        updatedAt: at,
      })
    } else if (own?.kind !== 'page') texts.delete(name)
  }
  return [...texts.values()]
}

/** One text per key: in the requested language, else in the other one. */
export function inLanguage(texts: readonly VisibleText[], language: Language): VisibleText[] {
  const byKey = new Map<string, VisibleText>()
  for (const text of texts) if (text.language === language || !byKey.has(text.key)) byKey.set(text.key, text)
  return [...byKey.values()]
}

/** Latest publication first; texts of the same time by key. */
export const newestFirst = (texts: readonly VisibleText[]): VisibleText[] =>
  texts.toSorted((a, b) => b.publishedAt - a.publishedAt || (a.key < b.key ? -1 : 1))

export const nameOf = ({ key, language }: { readonly key: string; readonly language: Language }): string =>
  `${key} ${language}`

const PLACEHOLDER = '{{product}}'

/** Replaces {{product}} with the product name in a line of text. */
export const nameProduct = (text: string, product: string): string => text.replaceAll(PLACEHOLDER, () => product)

/** The same for Markdown: escapes characters of the name that have a meaning there. */
export const nameProductInMarkdown = (text: string, product: string): string =>
  nameProduct(text, product.replaceAll(/[\\`*_[\]<>~|#]/g, '\\$&'))
