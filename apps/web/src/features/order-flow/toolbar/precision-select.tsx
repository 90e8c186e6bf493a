import type { Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { findMarket } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import { precisionOptions, recommendedPrecision, rememberedPrecision } from '../model/precision.ts'
import { CustomPrecision } from '../later.tsx'
import styles from './toolbar.module.css'

export function PrecisionSelect({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const { draft, memory, choosePrecision } = useOrder()
  const market = findMarket(menus, draft?.symbol)
  if (!draft || !market) return null

  const recommended = recommendedPrecision(menus, draft.symbol, draft.cycle)
  const remembered = rememberedPrecision(memory, draft.symbol, draft.cycle)
  const options = precisionOptions(market, recommended, remembered, draft.precision)

  return (
    <Dropdown label={t('order.precision')}
      trigger={(props) => (
        <button type="button" className={styles.select} data-tip={t('order.precision')} {...props}>
          <span className={styles.caption}>{t('order.precision')}</span>
          <span>{draft.precision}</span>
          <Icon name="chevron" size={12} />
        </button>
      )}>
      {(close) => {
        const choose = (value: string) => {
          choosePrecision(menus, value)
          close()
        }
        return (
          <>
            <Menu label={t('order.precision')} heading={t('order.precisionMenu.note')}
              items={options.map(({ value, ...marks }) => ({
                key: value,
                label: value,
                checked: marks.chosen,
                note: marks.recommended
                  ? t('order.precisionMenu.recommended')
                  : marks.remembered ? t('order.precisionMenu.mine') : undefined,
                onSelect: () => choose(value),
              }))} />
            <CustomPrecision tick={market.tick_size} onChoose={choose} />
          </>
        )
      }}
    </Dropdown>
  )
}
