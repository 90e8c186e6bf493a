import { ERRORS } from '@flowprint/contract'
import type { ErrorAnswer, FieldFault } from '@flowprint/contract'
import type { Language } from '@flowprint/messages'
import type { AppError, Fault } from './app-error.ts'
import { say } from './say.ts'

/** The envelope of an error in a language. A refused argument is named in the message itself, for those who only read that. */
export function presentError(error: AppError, language: Language): ErrorAnswer {
  const { params, faults = [], data } = error.options
  const message =
    error.slug === 'VALIDATION' && faults.length > 0
      ? faults.map((fault) => `${fault.field}: ${sayFault(fault, language)}`).join('; ')
      : say(language, error.slug, params)
  const fields = faults.length === 0 ? {} : { fields: presentFaults(faults, language) }
  return { code: ERRORS[error.slug].code, message, data: { error: error.slug, ...fields, ...data } }
}

function presentFaults(faults: readonly Fault[], language: Language): Record<string, FieldFault[]> {
  const fields: Record<string, FieldFault[]> = {}
  for (const fault of faults) {
    const list = (fields[fault.field] ??= [])
    list.push({ error: fault.error, message: sayFault(fault, language) })
  }
  return fields
}

function sayFault(fault: Fault, language: Language): string {
  const named = fault.error === 'NOT_A_DECIMAL' && (fault.params['also'] ?? '') !== ''
  return say(language, named ? 'NOT_A_DECIMAL_OR' : fault.error, fault.params)
}
