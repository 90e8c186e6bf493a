import { readTransactionId } from '@flowprint/contract'

/** Normalizes a search for a transaction ID or its prefix; undefined if it is empty. */
export function searchedTransaction(typed: string | undefined): string | undefined {
  const text = typed?.trim().toLowerCase() ?? ''
  return text === '' ? undefined : (readTransactionId(text) ?? text.replace(/^0x/, ''))
}
