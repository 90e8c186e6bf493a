import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../../../../shared/ui/input.tsx'
import { changeCosts, type PracticeCosts, usePractice } from './practice-store.ts'

const FIELDS = [
  ['makerPpm', 'maker'],
  ['takerPpm', 'taker'],
  ['slippageTicks', 'slippage'],
] as const

/** Fees and slippage; a change recomputes the whole session. */
export function CostFields() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      {FIELDS.map(([name, text]) => (
        <CostField key={name} name={name} label={t(`practice.fees.${text}`)} />
      ))}
    </div>
  )
}

function CostField({ name, label }: { name: keyof PracticeCosts; label: string }) {
  const id = useId()
  const costs = usePractice((store) => store.costs)
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const apply = () => {
    const isApplied =
      typed === null || (/^-?\d+$/.test(typed.trim()) && changeCosts({ ...costs, [name]: Number(typed) }))
    setWrong(!isApplied)
    if (isApplied) setTyped(null)
  }
  return (
    <div className="flex items-center justify-between gap-2">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <Input
        id={id}
        size="small"
        className="w-24"
        inputMode="numeric"
        value={typed ?? String(costs[name])}
        aria-invalid={isWrong || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
    </div>
  )
}
