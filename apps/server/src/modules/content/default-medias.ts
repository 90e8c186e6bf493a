import type { SiteConfig } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { ContentDeps } from './content-deps.ts'
import { loadContents } from './load-contents.ts'

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
