export { addGauge, addTotal } from './gauges.ts'
export type { Sample } from './gauges.ts'
export { addQueueMetrics, Queues } from './queues.ts'
export type { QueueState } from './queues.ts'
