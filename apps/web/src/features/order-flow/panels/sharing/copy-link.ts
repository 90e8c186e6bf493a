import type { Drawing } from '@flowprint/contract'
import i18next from 'i18next'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useDrawingPreferences } from '../../drawings/model/drawing-preferences.ts'
import { useDrawings } from '../../drawings/model/drawing-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { orderSearch } from '../../model/selection.ts'
import { linkParts, useChartSettings } from '../../model/settings-store.ts'
import { fittingText } from './drawings-text.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/** Drawings visible in a time range first: when not all fit the link, these do. */
export function seenFirst(drawings: readonly Drawing[], range: Range | null): readonly Drawing[] {
  const isSeen = ({ kind, points }: Drawing) => {
    if (range === null || kind === 'hline') return true
    const times = points.map(({ t }) => t)
    return Math.min(...times) < range.to && (kind === 'ray' || Math.max(...times) >= range.from)
  }
  return [...drawings.filter(isSeen), ...drawings.filter((drawing) => !isSeen(drawing))]
}

/** Copies a link to exactly what is shown: selection, settings, view, drawings and time range. */
export async function copyLink(range: Range | null): Promise<void> {
  const { applied } = useOrder.getState()
  if (!applied) return
  const { symbol, items } = useDrawings.getState()
  const drawn = symbol === applied.symbol && !useDrawingPreferences.getState().hidden ? seenFirst(items, range) : []
  // Texts may still be loading: browsers allow copying only shortly after the click.
  const words = needWords('workspace')
  const { text, count } = drawn.length === 0 ? { text: undefined, count: 0 } : await fittingText(drawn)
  const search = orderSearch({
    ...applied,
    ...linkParts(useChartSettings.getState(), true),
    ...(range === null ? {} : { from: String(range.from), to: String(range.to) }),
    d: count > 0 ? text : undefined,
  })
  const copied = await navigator.clipboard.writeText(new URL(`/order${search}`, location.origin).href).then(
    () => true,
    () => false,
  )
  if (!copied) return showToast(i18next.t('common.copyFailed'))
  if (count === drawn.length) return showToast(i18next.t('common.copySuccess'))
  await words
  showToast(i18next.t('workspace.share.copiedSome', { count, total: drawn.length }))
}
