import type { AdminContentRow, ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'

/** Groups texts by key: one row per key with its languages. Pure. */

type Shown = 'shipped' | 'published' | 'hidden'

export interface Entry {
  readonly key: string
  readonly kind: AdminContentRow['kind']
  readonly texts: Readonly<Record<Language, AdminContentRow | null>>
  /** The most recently changed one. */
  readonly newest: AdminContentRow
}

/** The public state of a text. */
export function shownOf({
  published,
  published_version: version,
}: Pick<AdminContentRow, 'published' | 'published_version'>): Shown {
  if (!published) return 'hidden'
  return version === 0 ? 'shipped' : 'published'
}

/** Whether a newer version than the published one exists; false when nothing is published. */
export function hasDraft(row: Pick<AdminContentRow, 'published' | 'draft'>): boolean {
  return row.published && row.draft
}

/** Pages by key, then articles, most recently changed first. */
export function joinLanguages(rows: readonly AdminContentRow[]): readonly Entry[] {
  const byKey = Map.groupBy(rows, ({ key }) => key)
  const entries = [...byKey].map(([key, texts]): Entry => {
    const of = (language: Language) => texts.find((row) => row.language === language) ?? null
    const newest = texts.reduce((last, row) => (row.updated_at > last.updated_at ? row : last))
    return { key, kind: newest.kind, texts: { zh: of('zh'), en: of('en') }, newest }
  })
  const pages = entries.filter(({ kind }) => kind === 'page').toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const articles = entries
    .filter(({ kind }) => kind !== 'page')
    .toSorted((a, b) => (a.newest.updated_at < b.newest.updated_at ? 1 : -1))
  return [...pages, ...articles]
}

export const STATES = ['published', 'draft', 'hidden', 'shipped', 'missing'] as const
type State = (typeof STATES)[number]

/** States of an entry in both languages. */
export function statesOf({ texts }: Entry): ReadonlySet<State> {
  return new Set(
    Object.values(texts).flatMap((row): State[] =>
      row === null ? ['missing'] : hasDraft(row) ? [shownOf(row), 'draft'] : [shownOf(row)],
    ),
  )
}

export function narrowed(
  entries: readonly Entry[],
  { kind, state }: { readonly kind: string; readonly state: string },
): readonly Entry[] {
  return entries.filter(
    (entry) => (kind === '' || entry.kind === kind) && (state === '' || statesOf(entry).has(state as State)),
  )
}

/** Pages whose public path differs from their key. */
const PAGE_PATHS: Readonly<Record<string, string>> = { roadmap: '/map-load' }

/** Public path of a text. */
export function publicPath(kind: ContentKind, key: string): string {
  if (kind === 'media') return `/medias/${key}`
  return PAGE_PATHS[key] ?? `/others/${key}`
}

type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Target of a link click within this page; null when it opens elsewhere or stays on the page. */
export function insideAddress(
  link: Pick<HTMLAnchorElement, 'href' | 'target' | 'hasAttribute'>,
  click: Click,
  from: string = location.href,
): string | null {
  if (click.button !== 0 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return null
  if (!link.hasAttribute('href') || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self'))
    return null
  const to = URL.parse(link.href)
  const here = new URL(from)
  // For other sites the browser shows its own prompt.
  if (to === null || to.origin !== here.origin) return null
  const isHere = to.pathname === here.pathname && to.search === here.search
  return isHere ? null : to.pathname + to.search + to.hash
}
