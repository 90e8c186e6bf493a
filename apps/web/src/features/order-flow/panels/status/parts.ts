/** What the status shows on demand, in one chunk. */
export { ChartNotice } from './chart-notice.tsx'
export { GapsMenu } from './gaps-menu.tsx'
export { NoMarkets } from './no-markets.tsx'
export { NothingToDraw } from './nothing-to-draw.tsx'
export { ZoneChoice } from './zone-choice.tsx'
