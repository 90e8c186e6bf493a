import { CallFailure } from './envelope.ts'
import type { TFunction } from 'i18next'

/** The user-visible text of a failed call (specification section 8). */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof CallFailure)) return t('errors.unknown')
  switch (error.kind) {
    case 'sessionExpired':
    case 'signedOut':
      return t('errors.sessionExpired')
    case 'connection':
      return t('errors.connection')
    case 'timeout':
      return t('errors.timeout')
    case 'status':
      return t('errors.status', { status: error.code })
    case 'unreadable':
      return t('errors.unreadable', { code: error.code })
    case 'unknown':
      return t('errors.unknown')
    default:
      return error.words || t('errors.code', { code: error.code })
  }
}
