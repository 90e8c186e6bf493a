import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'

const base58check = createBase58check(sha256)
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
const ADDRESS_BYTE = 0x41
const TRANSACTION = /(?:^|\/)(?:0x)?([0-9a-fA-F]{64})(?:[/?#].*)?$/

/** The USDT contract on the TRON main network, and the prefix of every 21-byte address. */
export const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const USDT_DECIMALS = 6

/** Whether a text is a valid TRON address: format and checksum, case-sensitive. */
export function isTronAddress(text: string): boolean {
  return decodeTronAddress(text) !== null
}

/** The 20 bytes of an address as lowercase hex; null when invalid. */
export function decodeTronAddress(text: string): string | null {
  if (!ADDRESS.test(text)) return null
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && bytes[0] === ADDRESS_BYTE ? hex.encode(bytes.subarray(1)) : null
  } catch {
    return null
  }
}

/** Encodes 20 bytes, given as hex, as an address. */
export function encodeTronAddress(bytes20: string): string {
  return base58check.encode(Uint8Array.of(ADDRESS_BYTE, ...hex.decode(bytes20)))
}

/** Extracts a transaction ID from pasted text (with 0x, in capitals, or an explorer link); null when there is none. */
export function readTransactionId(pasted: string): string | null {
  const found = TRANSACTION.exec(pasted.trim())
  return found === null ? null : found[1].toLowerCase()
}
