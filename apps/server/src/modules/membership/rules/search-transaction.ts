import { readTransactionId } from '@flowprint/contract'

/** What a search for a transaction looks for: its ID, or the beginning of one; undefined where nothing was typed. */
export function searchedTransaction(typed: string | undefined): string | undefined {
  const text = typed?.trim().toLowerCase() ?? ''
  return text === '' ? undefined : (readTransactionId(text) ?? text.replace(/^0x/, ''))
}

/** For LIKE: exactly what begins so, whatever signs were typed. */
export const beginningWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
