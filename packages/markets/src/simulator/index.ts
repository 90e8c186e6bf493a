export { DEMO_BTCUSD, DEMO_ETHUSD, DEMO_MARKETS, DEMO_SEED } from './demo-markets.ts'
export type { SimulatedMarket, SimulatorModel } from './demo-markets.ts'
export { createSimulator, simulateTrades } from './simulate.ts'
export type { Simulator, SimulatorOptions } from './simulate.ts'
