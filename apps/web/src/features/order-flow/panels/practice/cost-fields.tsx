import { decimalUnit, OrderflowError, toUnits } from '@flowprint/orderflow'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../../../../shared/ui/input.tsx'
import type { PracticeCosts } from './practice-run.ts'
import { changeCosts, usePractice } from './practice-store.ts'

const FIELDS = [
  ['makerPpm', 'maker'],
  ['takerPpm', 'taker'],
  ['slippageTicks', 'slippage'],
] as const

/** Fees are entered in percent with four decimals: parts per million. */
const FEE_UNIT = '0.0001'

/** As typed: fees in percent, slippage in ticks. */
export function costText(name: keyof PracticeCosts, value: number): string {
  return name === 'slippageTicks' ? String(value) : String(value / 10_000)
}

/** Parts per million, or ticks; null when it is no such number. */
export function parseCost(name: keyof PracticeCosts, typed: string): number | null {
  try {
    return toUnits(typed.trim(), decimalUnit(name === 'slippageTicks' ? '1' : FEE_UNIT))
  } catch (error) {
    if (error instanceof OrderflowError) return null
    throw error
  }
}

/** Fees and slippage; a change recomputes the whole session. */
export function CostFields({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      {FIELDS.map(([name, text]) => (
        <CostField key={name} symbol={symbol} name={name} label={t(`practice.fees.${text}`)} />
      ))}
    </div>
  )
}

interface CostFieldProps {
  readonly symbol: string
  readonly name: keyof PracticeCosts
  readonly label: string
}

function CostField({ symbol, name, label }: CostFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const costs = usePractice((store) => store.costs)
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const apply = async () => {
    if (typed === null) return
    const value = parseCost(name, typed)
    const isApplied = value !== null && (await changeCosts(symbol, { ...costs, [name]: value }))
    setWrong(!isApplied)
    if (isApplied) setTyped(null)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <Input
        id={id}
        size="small"
        className="w-24"
        inputMode="decimal"
        value={typed ?? costText(name, costs[name])}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-fault` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void apply()}
        onKeyDown={(event) => event.key === 'Enter' && void apply()}
      />
      {isWrong && (
        <p id={`${id}-fault`} role="alert" className="w-full text-bad">
          {t('practice.fees.fault')}
        </p>
      )}
    </div>
  )
}
