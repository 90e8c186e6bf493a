import { OrderflowError } from '@flowprint/orderflow'
import { codeOf } from '../../../platform/errors/index.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { ReadTooLargeError } from '../../store/index.ts'
import type { SentError } from './read-worker-messages.ts'

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
