import { MONTHS, PeriodPartitions } from '../maintenance/period-partitions.ts'

const PERIODS = { liquidation: MONTHS, market_stat: MONTHS } as const
export type DerivativesTable = keyof typeof PERIODS
export const DERIVATIVES_TABLES = Object.keys(PERIODS) as readonly DerivativesTable[]

export class DerivativesPartitions extends PeriodPartitions<DerivativesTable> {
  constructor(url: string) {
    super(url, PERIODS)
  }
}
