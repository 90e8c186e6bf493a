import { computePracticeStatistics, practiceMoneyText } from '@flowprint/orderflow'
import type { InstrumentUnits, PracticeState } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../../shared/format/chart-time.ts'
import { formatCount, formatPercent, formatSigned } from '../../../../shared/format/number.ts'
import { Facts } from './facts.tsx'

interface StatisticsListProps {
  readonly units: InstrumentUnits
  readonly state: PracticeState
  readonly currency: string
}

/** Statistics of the round trips up to the cutoff. */
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
