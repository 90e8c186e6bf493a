import type { MenuSymbol } from '@flowprint/contract'
import { Suspense } from 'react'
import { needWords } from '../../shared/i18n/setup.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { useMarket } from './model/market-store.ts'
import { unitNameOf } from './model/menus.ts'
import { amountsIn } from './model/quantity-text.ts'
import { useChartSettings } from './model/settings-store.ts'
import { useReading } from './panels/readout/reading-store.ts'
import { FloatingCard } from './ui/floating-card.tsx'

const EffortCard = lazyPart(async () => {
  const [{ EffortCard }] = await Promise.all([import('./panels/readout/mark-cards.tsx'), needWords('indicators')])
  return { default: EffortCard }
})

const ZoneCard = lazyPart(async () => {
  const [{ ZoneCard }] = await Promise.all([import('./panels/readout/mark-cards.tsx'), needWords('indicators')])
  return { default: ZoneCard }
})

const SignalCard = lazyPart(async () => {
  const [{ SignalCard }] = await Promise.all([import('./panels/signals/signal-card.tsx'), needWords('signals')])
  return { default: SignalCard }
})

const BigTradeCard = lazyPart(async () => {
  const [{ BigTradeCard }] = await Promise.all([import('./panels/big-trades/big-trade-card.tsx'), needWords('signals')])
  return { default: BigTradeCard }
})

const LiquidationCard = lazyPart(async () => {
  const [{ LiquidationCard }] = await Promise.all([
    import('./panels/derivatives/liquidation-card.tsx'),
    needWords('derivatives'),
  ])
  return { default: LiquidationCard }
})

const WallCard = lazyPart(async () => {
  const [{ WallCard }] = await Promise.all([import('./panels/heatmap/wall-card.tsx'), needWords('depth')])
  return { default: WallCard }
})

const NOTHING = { lots: 0, quote: 0 }

/** Explains a mark or a band. */
export function HitCard({ market }: { market: MenuSymbol }) {
  const hit = useReading((state) => state.hit)
  const hitBar = useReading((state) => state.hitBar)
  const meta = useMarket((state) => state.meta)
  const unit = useChartSettings((state) => state.view.unit)
  if (!hit || !meta) return null
  const amounts = amountsIn(unit, unitNameOf(market, unit), meta.units)
  return (
    <Suspense fallback={null}>
      <FloatingCard x={hit.x} y={hit.y}>
        {hit.kind === 'effort' && <EffortCard effort={hit.effort} amounts={amounts} bar={hitBar ?? NOTHING} />}
        {hit.kind === 'zone' && <ZoneCard zone={hit.zone} />}
        {hit.kind === 'wall' && <WallCard wall={hit.wall} market={market} />}
        {hit.kind === 'signal' && <SignalCard signal={hit.signal} amounts={amounts} bar={hitBar ?? NOTHING} />}
        {hit.kind === 'liquidation' && <LiquidationCard liquidation={hit.liquidation} market={market} />}
        {hit.kind === 'bigTrade' && (
          <BigTradeCard trade={hit.trade} amounts={amounts} quoteName={unitNameOf(market, 'quote')} />
        )}
      </FloatingCard>
    </Suspense>
  )
}
