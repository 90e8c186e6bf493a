import type { LayoutContent, Layouts, SavedLayout } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { encodeSettings } from '@flowprint/orderflow'
import type { ChartScope } from '../../model/chart-scope.ts'
import { call } from '../../../../shared/http/call.ts'
import { failureSlug } from '../../../../shared/http/envelope.ts'
import { showFailure } from '../../../../shared/http/failures.ts'
import { useLayout } from '../../model/layout-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { readIndicators, useChartSettings } from '../../model/settings-store.ts'
import { decodeView, encodeView } from '../../model/view-settings.ts'

export type Layout = Layouts['list'][number]

const KEY = ['layouts']

export function useLayouts() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('POST /layouts', { signal, toast: false }),
    // Other devices save too: the list is refetched each time it is opened.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

interface Change {
  readonly name: string
  readonly version: number
  /** Null deletes it. */
  readonly content?: LayoutContent | null
  readonly new_name?: string
}

/** Saves a change and reloads the list; 'stale': it was changed elsewhere; null: it failed and the error was shown. */
export function useSaveLayout(): (change: Change) => Promise<SavedLayout | 'stale' | null> {
  const queries = useQueryClient()
  return async (body) => {
    try {
      return await call('POST /save_layout', { body, toast: false })
    } catch (error) {
      if (failureSlug(error) === 'STALE_VERSION') return 'stale'
      showFailure(error)
      return null
    } finally {
      await queries.invalidateQueries({ queryKey: KEY })
    }
  }
}

type Part = Parameters<ReturnType<typeof useLayout.getState>['fold']>[0]

/** These would cover the chart on a phone. */
const SIDES: ReadonlySet<string> = new Set(['panel', 'tape', 'ladder', 'watchlist', 'alerts', 'practice'])

/** Parts of the page and whether they are unfolded. */
const parts = () =>
  Object.entries(useLayout.getState()).filter((part): part is [Part, boolean] => typeof part[1] === 'boolean')

/** The page's current layout. Folded parts are listed too: `-tape`. */
export function currentLayout(scope: ChartScope): LayoutContent {
  const { indicators, view } = useChartSettings.of(scope).getState()
  return {
    ...useOrder.of(scope).getState().applied,
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
export function applyLayout(scope: ChartScope, content: LayoutContent): void {
  const indicators = readIndicators(content.settings)
  useChartSettings
    .of(scope)
    .getState()
    .change({ ...(indicators ? { indicators } : {}), view: decodeView(content.view) })
  const small = matchMedia('(max-width: 900px)').matches
  for (const [part, open] of partsOf(
    content,
    parts().map(([name]) => name),
  )) {
    if (!(small && open && SIDES.has(part))) useLayout.getState().fold(part as Part, open)
  }
}
