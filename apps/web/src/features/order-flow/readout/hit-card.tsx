import { Suspense } from 'react'
import { needWords } from '../../../shared/i18n/setup.ts'
import { EffortCard } from './effort-card.tsx'
import { FloatingCard } from './floating-card.tsx'
import { useReading } from './reading-store.ts'
import { ZoneCard } from './zone-card.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'

const SignalCard = lazyPart(async () => {
  const [{ SignalCard }] = await Promise.all([import('../signals/signal-card.tsx'), needWords('signals')])
  return { default: SignalCard }
})

const BigTradeCard = lazyPart(async () => {
  const [{ BigTradeCard }] = await Promise.all([import('../big-trades/big-trade-card.tsx'), needWords('signals')])
  return { default: BigTradeCard }
})

/** Why a mark or a band is there. */
export function HitCard() {
  const hit = useReading((state) => state.hit)
  if (!hit) return null
  return (
    <Suspense fallback={null}>
      <FloatingCard x={hit.x} y={hit.y}>
        {hit.kind === 'effort' && <EffortCard effort={hit.effort} />}
        {hit.kind === 'zone' && <ZoneCard zone={hit.zone} />}
        {hit.kind === 'signal' && <SignalCard signal={hit.signal} />}
        {hit.kind === 'bigTrade' && <BigTradeCard trade={hit.trade} />}
      </FloatingCard>
    </Suspense>
  )
}
