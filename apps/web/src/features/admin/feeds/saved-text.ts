import type { SavedMarket } from '@flowprint/contract'
import type { TFunction } from 'i18next'

export function savedText(t: TFunction, { symbol, enabled, checked }: SavedMarket): string {
  if (!enabled) return t('admin.feeds.stopped', { symbol })
  return t(checked ? 'admin.feeds.started' : 'admin.feeds.unchecked', { symbol })
}
