import type { Menus } from '@flowprint/contract'
import { isSequenceCycle } from '@flowprint/orderflow'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { needWords } from '../../../../shared/i18n/setup.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { cycleHint, findMarket } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'

const SequenceChoice = lazyPart(async () => {
  const [{ SequenceChoice }] = await Promise.all([import('./sequence-choice.tsx'), needWords('cycles')])
  return { default: SequenceChoice }
})

/** All cycles: time first, then trades and volume. */
export function CycleMenu({ menus, close }: { menus: Menus; close: () => void }) {
  const { t } = useTranslation()
  const { draft, chooseCycle } = useOrder()
  const current = draft?.cycle ?? ''
  const ofTime = menus.cycle.filter(({ value }) => !isSequenceCycle(value))
  const own = findMarket(menus, draft?.symbol)?.cycle ?? []
  const others = own.length > 0 ? own : menus.cycle.map(({ value }) => value).filter(isSequenceCycle)
  const choose = (cycle: string) => {
    chooseCycle(menus, cycle)
    close()
  }
  return (
    <>
      <Menu
        label={t('order.cycle')}
        items={ofTime.map(({ value, label }) => ({
          key: value,
          label: cycleHint(t, value),
          note: label,
          checked: value === current,
          onSelect: () => choose(value),
        }))}
      />
      <Suspense fallback={<div className="w-[320px] max-w-full min-h-[190px]" />}>
        <SequenceChoice cycles={others} current={current} onChoose={choose} />
      </Suspense>
    </>
  )
}
