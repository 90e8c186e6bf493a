/** Public interface of the stream: the WebSocket server, and the log of a market for readers inside this process. */
export type { AlertSource, ScannerSource } from './connection.ts'
export { DepthHub } from './depth-hub.ts'
export { DerivativesHub } from './derivatives-hub.ts'
export { LessonHub } from './lesson-hub.ts'
export { MarketHub } from './market-hub.ts'
export type { MarketView } from './market-view.ts'
export { StreamServer } from './stream-server.ts'
export { Subscription } from './subscription.ts'
