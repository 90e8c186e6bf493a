import type { LayoutContent } from '@flowprint/contract'
import { encodeSettings } from '@flowprint/orderflow'
import { useLayout } from '../../model/layout-store.ts'
import type { Selection } from '../../model/selection.ts'
import { readIndicators, useChartSettings } from '../../model/settings-store.ts'
import { decodeView, encodeView } from '../../model/view-settings.ts'

type Part = Parameters<ReturnType<typeof useLayout.getState>['fold']>[0]

/** These would cover the chart on a phone. */
const SIDES: ReadonlySet<string> = new Set(['panel', 'tape', 'watchlist', 'alerts'])

/** Parts of the page and whether they are unfolded. */
const parts = () =>
  Object.entries(useLayout.getState()).filter((part): part is [Part, boolean] => typeof part[1] === 'boolean')

/** The page's current layout. Folded parts are listed too: `-tape`. */
export function currentLayout(selection: Selection | null): LayoutContent {
  const { indicators, view } = useChartSettings.getState()
  return {
    ...selection,
    settings: encodeSettings(indicators),
    view: encodeView(view),
    panels: parts().map(([part, open]) => (open ? part : `-${part}`)),
  }
}

/** The parts a layout lists, as far as this page has them. */
export function partsOf(
  { panels }: Pick<LayoutContent, 'panels'>,
  known: readonly string[],
): ReadonlyMap<string, boolean> {
  return new Map(
    panels
      .map((text) => (text.startsWith('-') ? ([text.slice(1), false] as const) : ([text, true] as const)))
      .filter(([part]) => known.includes(part)),
  )
}

/** Settings and parts of a layout; unknown entries leave the current value unchanged. */
export function applyLayout(content: LayoutContent): void {
  const indicators = readIndicators(content.settings)
  useChartSettings.getState().change({ ...(indicators ? { indicators } : {}), view: decodeView(content.view) })
  const small = matchMedia('(max-width: 900px)').matches
  for (const [part, open] of partsOf(
    content,
    parts().map(([name]) => name),
  )) {
    if (!(small && open && SIDES.has(part))) useLayout.getState().fold(part as Part, open)
  }
}
