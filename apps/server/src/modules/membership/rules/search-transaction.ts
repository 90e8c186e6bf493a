import { readTransactionId } from '@flowprint/contract'

/** What a search for a transaction looks for: its ID, or the beginning of one; undefined where nothing was typed. */
export function searchedTransaction(typed: string | undefined): string | undefined {
  const text = typed?.trim().toLowerCase() ?? ''
  return text === '' ? undefined : (readTransactionId(text) ?? text.replace(/^0x/, ''))
}
