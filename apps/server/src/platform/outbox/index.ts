export { startOutboxSender } from './outbox-sender.ts'
export type { OutboxSender } from './outbox-sender.ts'
