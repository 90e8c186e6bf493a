import type { ContentKind } from '@flowprint/contract'

/** Pages whose public path differs from their key. */
const PAGE_PATHS: Readonly<Record<string, string>> = { roadmap: '/map-load' }

/** Public path of a text. */
export function publicPath(kind: ContentKind, key: string): string {
  if (kind === 'media') return `/medias/${key}`
  return PAGE_PATHS[key] ?? `/others/${key}`
}
