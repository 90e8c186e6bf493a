import { refuse } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'

/** Normalizes to NFC, so that names that look the same are equal. */
export function cleanName(field: string, given: string): string {
  const name = given.toWellFormed().normalize('NFC').trim()
  const faults: Fault[] = name === '' ? [{ field, error: 'REQUIRED', params: {} }] : []
  refuse(faults)
  return name
}
