import type { MomentContent } from '@flowprint/contract'
import { readRecord, STORAGE_KEYS } from '../../../shared/local-store.ts'
import { type ChartScope, createChartScope } from '../model/chart-scope.ts'
import { useSharedView } from '../model/selection-url.ts'
import { readIndicators, readPreferences } from '../model/settings-store.ts'
import { decodeView } from '../model/view-settings.ts'

/** The chart of a moment. It keeps nothing: the reader's own chart stays as it is. */
export function createMomentScope(content: MomentContent): ChartScope {
  const { symbol, cycle, precision, settings, view, range, drawings } = content
  const scope = createChartScope({
    isAddressed: false,
    selection: { symbol, cycle, precision },
    // Unreadable settings, such as those of a later version: the reader's own.
    preferences: { indicators: readIndicators(settings) ?? readPreferences().indicators, view: decodeView(view) },
    profiles: readRecord(STORAGE_KEYS.profiles),
    persist: () => undefined,
  })
  if (range !== undefined || drawings.length > 0) {
    // A reader who saves them gets separate drawings.
    const shown = drawings.map((drawing) => ({ ...drawing, id: crypto.randomUUID() }))
    useSharedView.of(scope).setState({ view: { symbol, drawings: shown, range: range ?? null } })
  }
  return scope
}
