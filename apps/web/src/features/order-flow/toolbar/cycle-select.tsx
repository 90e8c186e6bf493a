import type { Menus } from '@flowprint/contract'
import { cycleMsOf, type CycleName } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { useOrder } from '../model/order-store.ts'
import styles from './toolbar.module.css'

/** The cycles that stand open on a wide screen; the menu holds all. */
const AT_HAND = ['1m', '5m', '15m', '1h', '4h']

const isCycle = (value: string): value is CycleName => cycleMsOf(value) !== undefined

export function CycleSelect({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const { draft, chooseCycle } = useOrder()
  const current = draft?.cycle ?? ''
  const hint = (value: string) => (isCycle(value) ? t(`order.cycleName.${value}`) : value)
  const atHand = menus.cycle.filter(({ value }) => AT_HAND.includes(value))
  const isAtHand = atHand.some(({ value }) => value === current)

  return (
    <div className={styles.cycles}>
      <div className={styles.wide}>
        <Segmented label={t('order.cycle')} value={current} onChange={(cycle) => chooseCycle(menus, cycle)}
          options={atHand.map(({ value, label }) => ({ value, label, hint: hint(value) }))} />
      </div>
      <Dropdown label={t('order.cycle')} kind="menu"
        trigger={(props) => (
          <button type="button" className={styles.select} data-chosen={!isAtHand} data-tip={t('order.moreCycles')}
            aria-label={`${t('order.cycle')} ${current}`} {...props}>
            <span className={isAtHand ? styles.narrow : undefined}>{current}</span>
            <Icon name="chevron" size={12} />
          </button>
        )}>
        {(close) => (
          <Menu label={t('order.cycle')} items={menus.cycle.map(({ value, label }) => ({
            key: value,
            label: hint(value),
            note: label,
            checked: value === current,
            onSelect: () => {
              chooseCycle(menus, value)
              close()
            },
          }))} />
        )}
      </Dropdown>
    </div>
  )
}
