import { AppError } from './app-error.ts'

/** The reason for a dangerous act: required. */
export function readRemark(text: string): string {
  const remark = text.trim()
  if (remark !== '') return remark
  throw new AppError('VALIDATION', {
    faults: [{ field: 'remark', error: 'REQUIRED', params: {}, sentence: 'REMARK_MISSING' }],
    sentences: [{ key: 'REMARK_MISSING', params: {} }],
  })
}
