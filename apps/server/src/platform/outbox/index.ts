export { recoverOutbox, startOutbox } from './outbox.ts'
export type { Outbox } from './outbox.ts'
