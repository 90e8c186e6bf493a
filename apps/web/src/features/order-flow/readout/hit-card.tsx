import { EffortCard } from './effort-card.tsx'
import { FloatingCard } from './floating-card.tsx'
import { useReading } from './reading-store.ts'
import { ZoneCard } from './zone-card.tsx'

/** Why a mark or a band is there. */
export function HitCard() {
  const hit = useReading((state) => state.hit)
  if (!hit) return null
  return (
    <FloatingCard x={hit.x} y={hit.y}>
      {hit.kind === 'effort' ? <EffortCard effort={hit.effort} /> : <ZoneCard zone={hit.zone} />}
    </FloatingCard>
  )
}
