import { fraction } from './rational.ts'
import type { PracticeMoney, PracticeState } from './practice.ts'
import type { Fraction } from '../units/decimals.ts'
import type { DurationMs } from '../units/units.ts'

/** Statistics of the closed round trips; averages and ratios are null where they divide by 0. */
export interface PracticeStatistics {
  readonly trades: number
  /** Net result above, below and equal to 0. */
  readonly wins: number
  readonly losses: number
  readonly even: number
  /** wins / trades, 0 to 1. */
  readonly winRate: number | null
  readonly averageWin: Fraction | null
  /** < 0. */
  readonly averageLoss: Fraction | null
  /** 0 without a win or a loss. */
  readonly largestWin: PracticeMoney
  readonly largestLoss: PracticeMoney
  /** Sum of wins / sum of losses; null without a loss. */
  readonly profitFactor: number | null
  /** Average net result per round trip. */
  readonly expectancy: Fraction | null
  readonly maxDrawdown: PracticeMoney
  /** Including the open position; gross, fees and net too. */
  readonly inMarketMs: DurationMs
  readonly gross: PracticeMoney
  readonly fees: PracticeMoney
  readonly net: PracticeMoney
}

/**
 * Statistics of a session.
 *
 * Output  sums exact; winRate and profitFactor are nearest doubles.
 * Cost    one pass over the round trips.
 * Source  docs/formulas/practice.md, section "Statistics".
 */
export function computePracticeStatistics(state: PracticeState): PracticeStatistics {
  const { trips, openedAt, at } = state
  let [wins, losses, inMarketMs] = [0, 0, openedAt === null ? 0 : at.time - openedAt]
  let [won, lost, net, largestWin, largestLoss] = [0n, 0n, 0n, 0n, 0n]
  for (const trip of trips) {
    inMarketMs += trip.durationMs
    net += trip.net
    if (trip.net > 0n) {
      wins += 1
      won += trip.net
      if (trip.net > largestWin) largestWin = trip.net
    } else if (trip.net < 0n) {
      losses += 1
      lost += trip.net
      if (trip.net < largestLoss) largestLoss = trip.net
    }
  }
  return {
    trades: trips.length,
    wins,
    losses,
    even: trips.length - wins - losses,
    winRate: trips.length === 0 ? null : wins / trips.length,
    averageWin: wins === 0 ? null : fraction(won, BigInt(wins)),
    averageLoss: losses === 0 ? null : fraction(lost, BigInt(losses)),
    largestWin,
    largestLoss,
    profitFactor: losses === 0 ? null : Number(won) / -Number(lost),
    expectancy: trips.length === 0 ? null : fraction(net, BigInt(trips.length)),
    maxDrawdown: state.maxDrawdown,
    inMarketMs,
    gross: state.gross,
    fees: state.fees,
    net: state.net,
  }
}
