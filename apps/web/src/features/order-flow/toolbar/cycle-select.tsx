import type { Menus } from '@flowprint/contract'
import { cycleMsOf, isSequenceCycle, type CycleName } from '@flowprint/orderflow'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { needWords } from '../../../shared/i18n/setup.ts'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { findMarket } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import styles from './toolbar.module.css'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'

/** The cycles that stand open on a wide screen; the menu holds all. */
const AT_HAND = ['1m', '5m', '15m', '1h', '4h']

const SequenceChoice = lazyPart(async () => {
  const [{ SequenceChoice }] = await Promise.all([import('./sequence-choice.tsx'), needWords('cycles')])
  return { default: SequenceChoice }
})

const isCycle = (value: string): value is CycleName => cycleMsOf(value) !== undefined

export function CycleSelect({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const { draft, chooseCycle } = useOrder()
  const current = draft?.cycle ?? ''
  const hint = (value: string) => (isCycle(value) ? t(`order.cycleName.${value}`) : value)
  const atHand = menus.cycle.filter(({ value }) => AT_HAND.includes(value))
  const isAtHand = atHand.some(({ value }) => value === current)
  const ofTime = menus.cycle.filter(({ value }) => !isSequenceCycle(value))
  const own = findMarket(menus, draft?.symbol)?.cycle ?? []
  const others = own.length > 0 ? own : menus.cycle.map(({ value }) => value).filter(isSequenceCycle)

  return (
    <div className={styles.cycles}>
      <div className={styles.wide}>
        <Segmented label={t('order.cycle')} value={current} onChange={(cycle) => chooseCycle(menus, cycle)}
          options={atHand.map(({ value, label }) => ({ value, label, hint: hint(value) }))} />
      </div>
      <Dropdown label={t('order.cycle')}
        trigger={(props) => (
          <button type="button" className={styles.select} data-chosen={!isAtHand} data-tip={t('order.moreCycles')}
            aria-label={`${t('order.cycle')} ${current}`} {...props}>
            <span className={isAtHand ? styles.narrow : undefined}>{current}</span>
            <Icon name="chevron" size={12} />
          </button>
        )}>
        {(close) => {
          const choose = (cycle: string) => {
            chooseCycle(menus, cycle)
            close()
          }
          return (
            <>
              <Menu label={t('order.cycle')} items={ofTime.map(({ value, label }) => ({
                key: value,
                label: hint(value),
                note: label,
                checked: value === current,
                onSelect: () => choose(value),
              }))} />
              <Suspense fallback={<div className={styles.sequenceRoom} />}>
                <SequenceChoice cycles={others} current={current} onChoose={choose} />
              </Suspense>
            </>
          )
        }}
      </Dropdown>
    </div>
  )
}
