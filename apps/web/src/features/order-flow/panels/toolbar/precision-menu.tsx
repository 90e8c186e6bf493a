import type { Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { findMarket } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import { precisionOptions, recommendedPrecision, rememberedPrecision } from '../../model/precision.ts'
import { CustomPrecision } from './custom-precision.tsx'

/** Available precisions with the recommended and the last chosen one marked, and a custom one. */
export function PrecisionMenu({ menus, close }: { menus: Menus; close: () => void }) {
  const { t } = useTranslation()
  const { draft, memory, choosePrecision } = useOrder()
  const market = findMarket(menus, draft?.symbol)
  if (!draft || !market) return null

  const recommended = recommendedPrecision(menus, draft.symbol, draft.cycle)
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
        heading={t('order.precisionMenu.note')}
        items={options.map(({ value, ...marks }) => ({
          key: value,
          label: value,
          checked: marks.chosen,
          note: marks.recommended
            ? t('order.precisionMenu.recommended')
            : marks.remembered
              ? t('order.precisionMenu.mine')
              : undefined,
          onSelect: () => choose(value),
        }))}
      />
      <CustomPrecision tick={market.tick_size} onChoose={choose} />
    </>
  )
}
