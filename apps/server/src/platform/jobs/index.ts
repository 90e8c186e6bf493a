export {
  deleteDeadJobs,
  enqueueJob,
  enqueueRowJob,
  DAILY,
  EVERY_MINUTE,
  EVERY_TEN_MINUTES,
  HOURLY,
  scheduleJobs,
  recoverOutbox,
  startJobs,
  startOutbox,
} from './jobs.ts'
export type { ScheduledJob, Jobs, Outbox } from './jobs.ts'
export { startWorker } from './start-worker.ts'
export type { OnJobEnd, Worker, WorkerOptions } from './start-worker.ts'
