import { AppError } from './app-error.ts'

/** Validates the required reason for a sensitive action. */
export function readRemark(text: string): string {
  const remark = text.trim()
  if (remark !== '') return remark
  throw new AppError('VALIDATION', {
    faults: [{ field: 'remark', error: 'REQUIRED', params: {}, sentence: 'REMARK_MISSING' }],
    sentences: [{ key: 'REMARK_MISSING', params: {} }],
  })
}
