import type { SiteConfig } from '@flowprint/contract'
import { linkTarget } from '../../../shared/ui/markdown/addresses.ts'
import type { ContentListed } from '../calls.ts'

interface MediaLink {
  readonly to: string
  readonly label: string
  /** Links to another site. */
  readonly outside: boolean
}

/** The specification's footer has two. */
const MAX_LINKS = 2

/**
 * Footer links chosen by the operator. An article uses its own title in each language; other entries may be external
 * URLs.
 */
export function readMediaLinks(
  medias: SiteConfig['medias'],
  articles: readonly Pick<ContentListed, 'key' | 'title'>[],
): readonly MediaLink[] {
  return medias
    .flatMap(({ key, label, url }): MediaLink[] => {
      const article = articles.find((listed) => listed.key === key)
      if (article) return [{ to: `/medias/${key}`, label: article.title, outside: false }]
      return label !== '' && linkTarget(url) === 'outside' ? [{ to: url, label, outside: true }] : []
    })
    .slice(0, MAX_LINKS)
}
