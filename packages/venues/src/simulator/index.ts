export { DEMO_BTCUSD, DEMO_ETHUSD, DEMO_MARKETS, DEMO_SEED } from './demo-markets.ts'
export type { SimulatedMarket } from './demo-markets.ts'
export { createSimulator, simulateTrades } from './simulate.ts'
export type { Simulator } from './simulate.ts'
