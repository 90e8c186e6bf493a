import { DEFAULT_SETTINGS } from '@flowprint/orderflow'
import type { ChartContent } from '../../src/features/order-flow/model/chart-scope.ts'
import { createChartScope } from '../../src/features/order-flow/model/chart-scope.ts'
import { DEFAULT_VIEW } from '../../src/features/order-flow/model/view-settings.ts'

/** A separate chart, and everything it asked to keep, oldest first. */
export function createTestScope(content: Partial<ChartContent> = {}) {
  const kept: Partial<ChartContent>[] = []
  const scope = createChartScope({
    isAddressed: false,
    selection: null,
    preferences: { indicators: DEFAULT_SETTINGS, view: DEFAULT_VIEW },
    profiles: {},
    ...content,
    persist: (changed) => kept.push(changed),
  })
  return { scope, kept }
}
