import type { Menus } from '@flowprint/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { findMarket } from '../../model/menus.ts'
import { useOrder, useOrderMemory } from '../../model/order-store.ts'
import { paneRows, recommendedPrecision, rememberedPrecision } from '../../model/precision.ts'
import { precisionOptions, tidyPrecision } from '../../model/precision-options.ts'
import styles from './toolbar.module.css'

/** Available precisions with the recommended and the last chosen one marked, and a custom one. */
export function PrecisionMenu({ menus, close }: { menus: Menus; close: () => void }) {
  const { t } = useTranslation()
  const scope = useChartScope()
  const { draft, choosePrecision } = useOrder()
  const memory = useOrderMemory(({ precisions }) => precisions)
  const market = findMarket(menus, draft?.symbol)
  if (!draft || !market) return null

  const recommended = recommendedPrecision(menus, draft.symbol, draft.cycle, paneRows(scope))
  const remembered = rememberedPrecision(memory, draft.symbol, draft.cycle)
  const options = precisionOptions(market, recommended, remembered, draft.precision)
  const choose = (value: string) => {
    choosePrecision(menus, value)
    close()
  }
  return (
    <>
      <Menu
        label={t('order.precision')}
        heading={t('toolbar.precisionMenu.note')}
        items={options.map(({ value, ...marks }) => ({
          key: value,
          label: value,
          checked: marks.chosen,
          note: marks.recommended
            ? t('toolbar.precisionMenu.recommended')
            : marks.remembered
              ? t('toolbar.precisionMenu.mine')
              : undefined,
          onSelect: () => choose(value),
        }))}
      />
      <CustomPrecision tick={market.tick_size} onChoose={choose} />
    </>
  )
}

/** Any other multiple of the tick. */
function CustomPrecision({ tick, onChoose }: { tick: string; onChoose: (precision: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)
  const id = useId()

  return (
    <form
      className="px-2.5 pt-2 pb-3 border-t border-line"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const precision = tidyPrecision(text, tick)
        setRefused(precision === null)
        if (precision !== null) onChoose(precision)
      }}
    >
      <label htmlFor={id} className="block mb-1.5 text-faint text-s">
        {t('toolbar.precisionMenu.customLabel', { tick })}
      </label>
      <div className="flex gap-1.5">
        <input
          id={id}
          className={`${styles.field} w-30`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={tick}
          aria-invalid={refused}
          aria-describedby={refused ? `${id}-fault` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setRefused(false)
          }}
        />
        <Button type="submit" variant="outlined">
          {t('common.apply')}
        </Button>
      </div>
      {refused && (
        <p id={`${id}-fault`} role="alert" className={styles.fault}>
          {t('toolbar.precisionMenu.invalid', { tick })}
        </p>
      )}
    </form>
  )
}
