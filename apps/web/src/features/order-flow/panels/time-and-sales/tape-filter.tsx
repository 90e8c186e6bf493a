import { type DecimalUnit, decimalUnit, type Lots, multiplyUnits, parseFraction, toLots } from '@flowprint/orderflow'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../../../../shared/ui/input.tsx'
import { Switch } from '../../../../shared/ui/switch.tsx'
import { filterKey, useTapePreferences } from './tape-store.ts'
import styles from './tape.module.css'

const TYPED = /^(\d{1,15}(?:\.\d{1,12})?|\.\d{1,12})\s*([kmb])?$/i
const SHIFT: Readonly<Record<string, bigint>> = { k: 1000n, m: 1_000_000n, b: 1_000_000_000n }

/**
 * Parses a minimum size into whole units: "1.5k" of 0.001 is 1,500,000.
 *
 * Output  the smallest number of units that is not below the input; 0 for an empty text; null when it is invalid.
 */
export function minSizeOf(text: string, unit: DecimalUnit): Lots | null {
  const typed = text.trim().replaceAll(',', '')
  if (typed === '') return 0
  const match = TYPED.exec(typed)
  if (!match) return null
  const { num, den } = parseFraction(match[1])
  const scaled = num * (SHIFT[match[2]?.toLowerCase() ?? ''] ?? 1n)
  // units = scaled / den / (mantissa x 10^exponent), rounded up
  const power = 10n ** BigInt(Math.abs(unit.exponent))
  const above = unit.exponent < 0 ? scaled * power : scaled
  const below = den * unit.mantissa * (unit.exponent < 0 ? 1n : power)
  return toLots((above + below - 1n) / below)
}

interface TapeFilterProps {
  readonly symbol: string
  readonly unit: 'base' | 'quote'
  readonly unitName: string
  readonly decimals: DecimalUnit
}

/** Unit of the filter. */
export function sizeUnit(unit: 'base' | 'quote', tickSize: string, lotSize: string): DecimalUnit {
  return unit === 'base' ? decimalUnit(lotSize) : multiplyUnits(decimalUnit(tickSize), decimalUnit(lotSize))
}

/** Groups sweeps into one row, and sets the minimum size. Needs a key: it is initialized with the stored value. */
export function TapeFilter({ symbol, unit, unitName, decimals }: TapeFilterProps) {
  const { t } = useTranslation()
  const { merge, filters, setMerge, setFilter } = useTapePreferences()
  const [text, setText] = useState(filters[filterKey(symbol, unit)] ?? '')
  const id = useId()
  const valid = minSizeOf(text, decimals) !== null
  return (
    <div className={styles.filter}>
      <span className="inline-flex items-center gap-1.5" data-tip={t('timeAndSales.mergeHint')}>
        <Switch label={t('timeAndSales.merge')} checked={merge} onChange={setMerge} />
        <span aria-hidden="true">{t('timeAndSales.merge')}</span>
      </span>
      <label className="inline-flex items-center gap-1.5" data-tip={t('timeAndSales.filterHint')}>
        <span className="visually-hidden">{t('timeAndSales.filterUnit', { unit: unitName })}</span>
        <Input
          size="small"
          className="w-22 text-end pointer-coarse:w-32"
          type="text"
          inputMode="decimal"
          value={text}
          placeholder={t('timeAndSales.filter')}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : id}
          onChange={(event) => {
            setText(event.target.value)
            if (minSizeOf(event.target.value, decimals) !== null) setFilter(symbol, unit, event.target.value.trim())
          }}
        />
        <span className="text-faint" aria-hidden="true">
          {unitName}
        </span>
      </label>
      {!valid && (
        <p id={id} className="w-full text-warning text-xs text-end" role="alert">
          {t('timeAndSales.filterInvalid')}
        </p>
      )}
    </div>
  )
}
