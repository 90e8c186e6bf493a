import type { ErrorSlug } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'

export type Params = Readonly<Record<string, string | number>>

/** One fault of one argument or field; worded when the answer is written, in the language of the request. */
export interface Fault {
  readonly field: string
  readonly error: ApiMessageKey
  readonly params: Params
  /** Words it more closely than `error` does. */
  readonly sentence?: ApiMessageKey
}

export interface Sentence {
  readonly key: ApiMessageKey
  readonly params: Params
}

export interface AppErrorOptions {
  /** Fill the sentence of the slug. */
  readonly params?: Params
  readonly faults?: readonly Fault[]
  /** The message instead of the slug's own sentence or the list of faults. */
  readonly sentences?: readonly Sentence[]
  /** Stands in `data` beside `error` and `fields`. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Instead of the catalogue's status: NOT_FOUND is 404 for an unknown path and 200 for an unknown object. */
  readonly http?: number
}

/** An error of the catalogue: the caller's fault, or a state the caller must know. Everything else becomes INTERNAL. */
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

/** Refuses with every fault at once; does nothing when there is none. */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new AppError('VALIDATION', { faults })
}
