/** How a simulated market moves and trades. Prices in ticks, quantities in lots. */
export interface SimulatorModel {
  /** Middle of the price band, and the maximum distance of its anchors (one in 22.8 days) from it. */
  readonly centreTicks: number
  readonly bandTicks: number
  /** Standard deviation of one mean day. */
  readonly dayTicks: number
  /** Mean fills of a minute over a week; trades are about a third of it. */
  readonly fillsPerMinute: number
  /** Spacing of the major round prices that are defended, and of the minor ones where orders gather. */
  readonly greatRoundTicks: number
  readonly smallRoundTicks: number
  /** Scale of the heavy-tailed sizes, the smallest order and the largest. */
  readonly sizeLots: number
  readonly leastLots: number
  readonly mostLots: number
  /** Round sizes that people type, most common first. */
  readonly roundLots: readonly number[]
}

/** A simulated market, in the terms of the instrument table. */
export interface SimulatedMarket {
  readonly symbol: string
  readonly exchange: 'DEMO'
  readonly kind: 'simulated'
  readonly label: string
  /** Exact decimal texts. */
  readonly tickSize: string
  readonly lotSize: string
  readonly model: SimulatorModel
}

export const DEMO_BTCUSD: SimulatedMarket = {
  symbol: 'DEMO:BTCUSD',
  exchange: 'DEMO',
  kind: 'simulated',
  label: 'BTC/USD',
  tickSize: '0.1',
  lotSize: '0.0001',
  model: {
    centreTicks: 850_000,
    bandTicks: 110_000,
    dayTicks: 15_500,
    fillsPerMinute: 880,
    greatRoundTicks: 5_000,
    smallRoundTicks: 100,
    sizeLots: 320,
    leastLots: 10,
    mostLots: 400_000,
    roundLots: [100, 1000, 500, 200, 2000, 5000, 2500, 10_000],
  },
}

export const DEMO_ETHUSD: SimulatedMarket = {
  symbol: 'DEMO:ETHUSD',
  exchange: 'DEMO',
  kind: 'simulated',
  label: 'ETH/USD',
  tickSize: '0.01',
  lotSize: '0.001',
  model: {
    centreTicks: 320_000,
    bandTicks: 55_000,
    dayTicks: 7_800,
    fillsPerMinute: 430,
    greatRoundTicks: 2_500,
    smallRoundTicks: 100,
    sizeLots: 560,
    leastLots: 10,
    mostLots: 900_000,
    roundLots: [1000, 100, 5000, 500, 10_000, 2000, 20_000, 30_000],
  },
}

/** The simulated markets of the product, the default one first. */
export const DEMO_MARKETS: readonly SimulatedMarket[] = [DEMO_BTCUSD, DEMO_ETHUSD]

/** Seed of the product's simulated market; tests may use any other. */
export const DEMO_SEED = 20240808
