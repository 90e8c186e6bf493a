import type { ErrorSlug } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'

export type Params = Readonly<Record<string, string | number>>

/** One fault of one argument or field; translated to the language of the request when the answer is written. */
export interface Fault {
  readonly field: string
  readonly error: ApiMessageKey
  readonly params: Params
  /** More specific text than that of `error`. */
  readonly sentence?: ApiMessageKey
}

export interface Sentence {
  readonly key: ApiMessageKey
  readonly params: Params
}

export interface AppErrorOptions {
  /** Parameters of the slug's message. */
  readonly params?: Params
  readonly faults?: readonly Fault[]
  /** Replaces the slug's message or the list of faults. */
  readonly sentences?: readonly Sentence[]
  /** Added to `data`, next to `error` and `fields`. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Replaces the catalogue's status: NOT_FOUND is 404 for an unknown path and 200 for an unknown object. */
  readonly http?: number
}

/** An error of the catalogue, expected by callers. Any other error becomes INTERNAL. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly slug: ErrorSlug
  readonly options: AppErrorOptions
  constructor(slug: ErrorSlug, options: AppErrorOptions = {}) {
    super(slug)
    this.slug = slug
    this.options = options
  }
}

/** Refuses a call that may be repeated after `seconds`, because the server has too much to do. */
export const overloaded = (seconds: number): AppError =>
  new AppError('OVERLOADED', { params: { seconds }, data: { retry_after: seconds } })

/** Throws VALIDATION with every fault; does nothing when there is none. */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new AppError('VALIDATION', { faults })
}

/** Validates the required reason for a sensitive action. */
export function readRemark(text: string): string {
  const remark = text.trim()
  if (remark !== '') return remark
  throw new AppError('VALIDATION', {
    faults: [{ field: 'remark', error: 'REQUIRED', params: {}, sentence: 'REMARK_MISSING' }],
    sentences: [{ key: 'REMARK_MISSING', params: {} }],
  })
}
