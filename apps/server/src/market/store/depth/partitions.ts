import { DAYS, HOURS, MONTHS, PeriodPartitions, YEARS } from '../maintenance/period-partitions.ts'

/** The partitioned tables. Each holds data that expires together, so that retention drops whole partitions. */
const PERIODS = {
  depth_log: HOURS,
  depth_chunk_levels: DAYS,
  depth_chunk_1s: DAYS,
  depth_chunk_5s: MONTHS,
  depth_chunk_1m: YEARS,
} as const
export type DepthTable = keyof typeof PERIODS

export class DepthPartitions extends PeriodPartitions<DepthTable> {
  constructor(url: string) {
    super(url, PERIODS)
  }
}
