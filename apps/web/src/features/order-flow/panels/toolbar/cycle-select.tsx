import type { Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Icon } from '../../../../shared/ui/icons.tsx'
import { Segmented } from '../../../../shared/ui/segmented.tsx'
import { CycleMenu } from './deferred-menus.tsx'
import { cycleHint } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import styles from './toolbar.module.css'

/** Cycles visible on a wide screen; the menu contains all. */
const AT_HAND = ['1m', '5m', '15m', '1h', '4h']

export function CycleSelect({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const { draft, chooseCycle } = useOrder()
  const current = draft?.cycle ?? ''
  const atHand = menus.cycle.filter(({ value }) => AT_HAND.includes(value))
  const isAtHand = atHand.some(({ value }) => value === current)

  return (
    <div className="flex items-center gap-0.5">
      <div className="max-tablet:hidden">
        <Segmented
          label={t('order.cycle')}
          value={current}
          onChange={(cycle) => chooseCycle(menus, cycle)}
          options={atHand.map(({ value, label }) => ({ value, label, hint: cycleHint(t, value) }))}
        />
      </div>
      <Dropdown
        label={t('order.cycle')}
        trigger={(props) => (
          <button
            type="button"
            className={styles.select}
            data-chosen={!isAtHand}
            data-tip={t('order.moreCycles')}
            aria-label={`${t('order.cycle')} ${current}`}
            {...props}
          >
            <span className={isAtHand ? 'hidden max-tablet:inline' : undefined}>{current}</span>
            <Icon name="chevron" size={12} />
          </button>
        )}
      >
        {(close) => <CycleMenu menus={menus} close={close} />}
      </Dropdown>
    </div>
  )
}
