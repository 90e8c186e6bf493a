import { MINUTE_MS } from '@flowprint/orderflow'
import { DEMO_BTCUSD, simulateTrades } from '@flowprint/venues'
import type { SimulatedMarket } from '@flowprint/venues'
import type { Trades } from '@flowprint/orderflow'

export interface SimulatedTapeOptions {
  readonly seed?: number
  /** DEMO:BTCUSD by default. */
  readonly market?: SimulatedMarket
  /** Start time, ms; a busy Wednesday afternoon by default. */
  readonly from?: number
  /** Length in minutes, 30 by default (about 12,000 trades). */
  readonly minutes?: number
}

/** 2026-05-13T14:00:00Z. */
const WEDNESDAY_MS = 1_778_680_800_000

/** A short realistic tape, deterministic per options: bursts, sweeps, levels, contiguous ids. */
export function simulatedTape(options: SimulatedTapeOptions = {}): Trades {
  const { seed = 1, market = DEMO_BTCUSD, from = WEDNESDAY_MS, minutes = 30 } = options
  return simulateTrades({ seed, market }, from, from + minutes * MINUTE_MS)
}
