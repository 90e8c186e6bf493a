export { createMailQueue } from './mail-queue.ts'
export type { Mail, MailQueue } from './mail-queue.ts'
