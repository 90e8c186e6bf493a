import { ERRORS } from '@flowprint/contract'
import type { ErrorAnswer, FieldFault } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { AppError, Fault } from './app-error.ts'
import { translate } from './language.ts'

/**
 * The error envelope in a language. The message itself names a refused argument, for clients that only show the
 * message.
 */
export function presentError(error: AppError, language: Language): ErrorAnswer {
  const { faults = [], data } = error.options
  const fields = faults.length === 0 ? {} : { fields: presentFaults(faults, language) }
  return {
    code: ERRORS[error.slug].code,
    message: messageOf(error, language),
    data: { error: error.slug, ...fields, ...data },
  }
}

const BETWEEN: Readonly<Record<Language, string>> = { zh: '；', en: '; ' }

function messageOf({ slug, options }: AppError, language: Language): string {
  const { params, faults = [], sentences } = options
  if (sentences !== undefined)
    return sentences.map((sentence) => translate(language, sentence.key, sentence.params)).join(BETWEEN[language])
  if (slug !== 'VALIDATION' || faults.length === 0) return translate(language, slug, params)
  return faults.map((fault) => `${fault.field}: ${formatFault(fault, language)}`).join('; ')
}

function presentFaults(faults: readonly Fault[], language: Language): Record<string, FieldFault[]> {
  // Null prototype: field names come from callers and may be "constructor".
  const fields = new Map<string, FieldFault[]>()
  for (const fault of faults) {
    const list = fields.get(fault.field) ?? []
    fields.set(fault.field, [...list, { error: fault.error, message: formatFault(fault, language) }])
  }
  return Object.fromEntries(fields)
}

function formatFault(fault: Fault, language: Language): string {
  const named = fault.error === 'NOT_A_DECIMAL' && (fault.params['also'] ?? '') !== ''
  return translate(language, fault.sentence ?? (named ? 'NOT_A_DECIMAL_OR' : fault.error), fault.params)
}
