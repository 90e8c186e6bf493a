/** Topics with their groups and order. Each has a text in every language (texts/<language>/<slug>.md). */
export const GROUPS = [
  { key: 'start', topics: ['footprint', 'precision', 'tick-bars', 'data-states'] },
  {
    key: 'indicators',
    topics: [
      'poc',
      'value-area',
      'delta',
      'imbalance',
      'support-resistance',
      'effort',
      'unfinished-auction',
      'absorption',
      'exhaustion',
      'big-trades',
      'vwap',
      'volume-profile',
    ],
  },
  {
    key: 'tools',
    topics: [
      'time-and-sales',
      'order-book-heatmap',
      'ladder',
      'walls',
      'derivatives',
      'drawings',
      'alerts',
      'watchlist',
      'scanner',
      'replay',
      'workspaces',
      'practice',
      'links',
      'moments',
      'keyboard',
    ],
  },
  { key: 'account', topics: ['payment', 'faq'] },
  { key: 'developers', topics: ['api'] },
] as const

export type Slug = (typeof GROUPS)[number]['topics'][number]

/** All topics in reading order. */
export const SLUGS: readonly Slug[] = GROUPS.flatMap(({ topics }): readonly Slug[] => topics)

export const isSlug = (text: string | undefined): text is Slug =>
  (SLUGS as readonly (string | undefined)[]).includes(text)

export const topicPath = (slug: Slug, section?: string) =>
  section === undefined ? `/help/${slug}` : `/help/${slug}#${section}`

/** The previous and next topic. */
export function neighbours(slug: Slug): { readonly before: Slug | undefined; readonly after: Slug | undefined } {
  const at = SLUGS.indexOf(slug)
  return { before: SLUGS[at - 1], after: SLUGS[at + 1] }
}
