import { CallFailure } from '../http/envelope.ts'
import { asRecord } from '../local-store.ts'

/**
 * Errors of a failed call by form field, joined per field. Null when it names no field, or a field the form does not
 * have (then show the whole message).
 */
export function fieldFaults(error: unknown, names: readonly string[]): Record<string, string> | null {
  if (!(error instanceof CallFailure)) return null
  const found: Record<string, string> = {}
  for (const [name, faults] of Object.entries(asRecord(asRecord(error.data).fields))) {
    if (!names.includes(name) || !Array.isArray(faults)) return null
    const sentences = faults
      .map((fault: { message?: unknown }) => fault?.message)
      .filter((text) => typeof text === 'string')
    if (sentences.length > 0) found[name] = sentences.join(' ')
  }
  return Object.keys(found).length > 0 ? found : null
}
