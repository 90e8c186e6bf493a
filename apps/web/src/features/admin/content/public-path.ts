import type { ContentKind } from '@flowprint/contract'

/** Where visitors find the pages whose address is not their key. */
const PAGE_PATHS: Readonly<Record<string, string>> = { roadmap: '/map-load' }

/** Where visitors find a text. */
export function publicPath(kind: ContentKind, key: string): string {
  if (kind === 'media') return `/medias/${key}`
  return PAGE_PATHS[key] ?? `/others/${key}`
}
