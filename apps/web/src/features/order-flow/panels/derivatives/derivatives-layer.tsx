import type { MenuSymbol } from '@flowprint/contract'
import { Suspense } from 'react'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { hasDerivatives } from '../../model/derivatives-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import { DERIVATIVES_PANES } from '../../model/view-settings.ts'

const DerivativesPanes = lazyPart(async () => {
  const [{ DerivativesPanes }] = await Promise.all([import('./derivatives-panes.tsx'), needWords('derivatives')])
  return { default: DerivativesPanes }
})

/** The panes and marks of a perpetual; until one of them is shown, their code is not loaded. */
export function DerivativesLayer({ market, controller }: { market: MenuSymbol; controller: ChartController }) {
  const isShown = useChartSettings(
    ({ view }) => view.layers.liquidationMarks || DERIVATIVES_PANES.some((pane) => view.panes[pane]),
  )
  if (!isShown || !hasDerivatives(market)) return null
  return (
    <Suspense fallback={null}>
      <DerivativesPanes market={market} controller={controller} />
    </Suspense>
  )
}
