import type { ErrorSlug } from '@flowprint/contract'
import type { AppErrorOptions } from '../../../platform/http/app-error.ts'
import type { ReadHead, ReadJob } from './read-job.ts'
import { OrderflowError } from '@flowprint/orderflow'
import { codeOf } from '../../../platform/errors/index.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { ReadTooLargeError } from '../../store/index.ts'

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

/** Converts errors to plain data and back: messages between threads preserve neither classes nor codes. */
export function toSent(error: unknown): SentError {
  if (error instanceof AppError) return { kind: 'app', slug: error.slug, options: error.options }
  if (error instanceof ReadTooLargeError) return { kind: 'tooLarge' }
  if (error instanceof OrderflowError) return { kind: 'orderflow', code: error.code, message: error.message }
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'other', name, message, code: String(codeOf(error) ?? ''), stack }
}

export function fromSent(sent: SentError): Error {
  if (sent.kind === 'app') return new AppError(sent.slug, sent.options)
  if (sent.kind === 'tooLarge') return new ReadTooLargeError()
  if (sent.kind === 'orderflow') return new OrderflowError(sent.code as OrderflowError['code'], sent.message)
  const error = new Error(sent.message)
  return Object.assign(error, { name: sent.name, stack: sent.stack, ...(sent.code === '' ? {} : { code: sent.code }) })
}
