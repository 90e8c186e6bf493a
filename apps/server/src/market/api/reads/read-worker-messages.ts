import type { ErrorSlug } from '@flowprint/contract'
import type { AppErrorOptions } from '../../../platform/http/app-error.ts'
import type { ReadHead, ReadJob } from './read-job.ts'

/** Passed to the worker when it starts. */
export interface ReadWorkerData {
  readonly url: string
  readonly cacheBytes: number
}

/** Server to worker. One piece is sent per `pull`. */
export type ToReadWorker =
  | { readonly kind: 'start'; readonly id: number; readonly job: ReadJob; readonly limit: number }
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number }

/** Worker to server. `spent`: units so far. */
export type FromReadWorker = { readonly id: number; readonly spent: number } & (
  | { readonly kind: 'head'; readonly head: ReadHead }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly error: SentError }
)

/** The data an error handler needs from an error that crosses threads. */
export type SentError =
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'app'; readonly slug: ErrorSlug; readonly options: AppErrorOptions }
  | { readonly kind: 'orderflow'; readonly code: string; readonly message: string }
  | {
      readonly kind: 'other'
      readonly name: string
      readonly message: string
      readonly code: string
      readonly stack: string
    }
