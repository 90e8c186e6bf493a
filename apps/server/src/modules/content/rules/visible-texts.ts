import type { ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { DecidedRow } from '../repository/content-rows.ts'
import type { ShippedText } from '../shipped/load-texts.ts'

/** A text that visitors see; version 0 is that which came with the program. */
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
 * What visitors see of what came with the program and what was decided since. A published version stands instead of the
 * text of the program; of a withdrawn page the text of the program is back, since its address is part of the program, and
 * a withdrawn article is gone.
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

/** One text a key: that in the language asked for, or else the other. */
export function inLanguage(texts: readonly VisibleText[], language: Language): VisibleText[] {
  const byKey = new Map<string, VisibleText>()
  for (const text of texts) if (text.language === language || !byKey.has(text.key)) byKey.set(text.key, text)
  return [...byKey.values()]
}

/** The one published last comes first; of one day by their keys. */
export const newestFirst = (texts: readonly VisibleText[]): VisibleText[] =>
  texts.toSorted((a, b) => b.publishedAt - a.publishedAt || (a.key < b.key ? -1 : 1))

export const nameOf = ({ key, language }: { readonly key: string; readonly language: Language }): string =>
  `${key} ${language}`
