import { bigTradesSwitch } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { useBigTrades, useMarket } from '../../model/market-store.ts'
import { useSettings } from '../../model/change-setting.ts'
import { useOrder } from '../../model/order-store.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import panel from '../../ui/panel.module.css'
import { NumberField, Section } from '../../ui/settings-section.tsx'

/** Settings of big trades: visibility on cycles like the chart's, and the minimum size. */
export function BigTradeSection() {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { indicators, set, isChanged } = useSettings()
  const cycle = useOrder(({ applied }) => applied?.cycle ?? '')
  const switched = bigTradesSwitch(cycle)
  const { [switched]: show, size } = indicators.bigTrades
  const ready = useMarket((state) => state.phase === 'ready')
  const { list, from } = useBigTrades()
  return (
    <Section
      name={t('signals.big.name')}
      note={t('signals.big.note')}
      help="big-trades"
      changed={isChanged('bigTrades')}
      shown={show}
      onShow={(shown) => set('bigTrades', { [switched]: shown })}
    >
      <NumberField
        label={t('signals.big.size')}
        value={size}
        min="0"
        max="1000000000000000"
        onChange={(text) => set('bigTrades', { size: text })}
      />
      {show && ready && Number.isFinite(from) && (
        <p className={panel.note}>{t('signals.big.found', { total: list.length, time: time.bar(from) })}</p>
      )}
    </Section>
  )
}
