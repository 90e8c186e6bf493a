import type { Shape } from '../shape.ts'
import type { noData as zh } from '../zh/no-data.ts'

export const noData: Shape<typeof zh> = {
  noMarkets: {
    title: 'No market data yet',
    text: 'Import trades with npm run import, or enable the simulated markets (DEMO=1). The chart opens here automatically once data is available.',
  },
  empty: {
    title: 'No trades in this range',
    history: '{{symbol}} has history from {{from}} to {{to}}.',
    nothing: '{{symbol}} has no data yet.',
  },
  waiting: {
    title: 'Waiting for the first trade from {{exchange}}',
    text: 'Subscribed to {{symbol}}, but no trades have arrived: the exchange may be unreachable, or there is no trading. The chart will appear automatically.',
  },
}
