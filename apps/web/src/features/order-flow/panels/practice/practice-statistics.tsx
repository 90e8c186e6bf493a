import type { MenuSymbol } from '@flowprint/contract'
import { computePracticeStatistics, practiceCsv, practiceMoneyText } from '@flowprint/orderflow'
import type { InstrumentUnits, PracticeState } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatFileTime } from '../../../../shared/format/chart-time.ts'
import { formatCount, formatPercent, formatSigned } from '../../../../shared/format/number.ts'
import { saveFile } from '../../../../shared/save-file.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../../../../shared/ui/dialog.tsx'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { currenciesOf } from '../../model/menus.ts'
import { Facts } from './facts.tsx'

interface StatisticsProps {
  readonly market: MenuSymbol
  readonly units: InstrumentUnits
  readonly state: PracticeState
  readonly onClose: () => void
}

/** Statistics of the session at the cutoff, and the file of its round trips. */
export function PracticeStatistics({ market, units, state, onClose }: StatisticsProps) {
  const { t } = useTranslation()
  const save = () => {
    const csv = practiceCsv(state.trips, units, (time) => new Date(time).toISOString())
    const name = `practice-${market.value.replace(/[^\w.]+/g, '-')}-${formatFileTime(state.at.time)}.csv`
    saveFile(new Blob([csv], { type: 'text/csv' }), name)
  }
  return (
    <Dialog title={t('practice.statistics.title')} onClose={onClose}>
      <DialogBody>
        <p>
          <Tag tone="warning">{t('practice.label')}</Tag>
        </p>
        <StatisticsList units={units} state={state} currency={currenciesOf(market).quote} />
      </DialogBody>
      <DialogActions>
        <Button variant="primary" onClick={save}>
          {t('practice.statistics.csv')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface StatisticsListProps {
  readonly units: InstrumentUnits
  readonly state: PracticeState
  readonly currency: string
}

export function StatisticsList({ units, state, currency }: StatisticsListProps) {
  const { t } = useTranslation()
  const statistics = computePracticeStatistics(state)
  const money = (value: Parameters<typeof practiceMoneyText>[0] | null) =>
    value === null ? '–' : `${formatSigned(practiceMoneyText(value, units))} ${currency}`
  const facts = {
    trades: formatCount(statistics.trades),
    winRate: statistics.winRate === null ? '–' : formatPercent(statistics.winRate),
    averageWin: money(statistics.averageWin),
    averageLoss: money(statistics.averageLoss),
    largestWin: money(statistics.largestWin),
    largestLoss: money(statistics.largestLoss),
    profitFactor: statistics.profitFactor === null ? '–' : statistics.profitFactor.toFixed(2),
    expectancy: money(statistics.expectancy),
    maxDrawdown: money(-statistics.maxDrawdown),
    inMarket: formatDuration(t, statistics.inMarketMs),
    gross: money(statistics.gross),
    fees: `${practiceMoneyText(statistics.fees, units)} ${currency}`,
    net: money(statistics.net),
  }
  return (
    <Facts
      facts={Object.entries(facts).map(([name, value]) => [
        t(`practice.statistics.${name as keyof typeof facts}`),
        value,
      ])}
    />
  )
}
