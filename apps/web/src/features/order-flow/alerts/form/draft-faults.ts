import { ALERT_ROWS, DECIMAL_MAX, UNSIGNED_DECIMAL } from '@flowprint/contract'
import { decimalUnit, toUnits } from '@flowprint/orderflow'
import type { AlertDraft } from './draft.ts'
import { expiryOf } from './expiry.ts'

export type FaultKey = 'number' | 'positive' | 'tick' | 'rows' | 'drawing' | 'events' | 'kinds' | 'expiry'
export type DraftField = 'price' | 'drawing' | 'events' | 'zoneKinds' | 'rows' | 'size' | 'expiry'
export type DraftFaults = { readonly [Field in DraftField]?: FaultKey }

/** The format of amounts in the API. */
const AMOUNT = new RegExp(UNSIGNED_DECIMAL)

/** Normalizes a typed number: decimal comma, leading zeros, spaces as thousands separators. */
export function tidyAmount(text: string): string {
  const plain = text
    .trim()
    .replace(/\s/g, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '')
  return plain.startsWith('.') ? `0${plain}` : plain.replace(/\.$/, '')
}

export const rowsOf = (text: string): number | null => {
  const rows = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return rows >= ALERT_ROWS.min && rows <= ALERT_ROWS.max ? rows : null
}

/** Validates the fields of the draft's kind; returns errors by field. `isUtc`: the page's time zone. */
export function draftFaults(draft: AlertDraft, tickSize: string, now: number, isUtc: boolean): DraftFaults {
  const faults: { [Field in DraftField]?: FaultKey } = {}
  const { kind } = draft
  if (kind === 'price') faults.price = priceFault(draft.price, tickSize)
  if (kind === 'drawing' && draft.drawing === null) faults.drawing = 'drawing'
  if (kind === 'zone' && draft.events.length === 0) faults.events = 'events'
  if (kind === 'zone' && draft.zoneKinds.length === 0) faults.zoneKinds = 'kinds'
  if (kind === 'stack' && rowsOf(draft.rows) === null) faults.rows = 'rows'
  if (kind === 'delta' || kind === 'volume' || kind === 'big_trade') faults.size = amountFault(draft.sizes[kind])
  const expiresAt = expiryOf(draft, now, isUtc)
  if (Number.isNaN(expiresAt) || (expiresAt !== null && expiresAt <= now)) faults.expiry = 'expiry'
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

function amountFault(text: string): FaultKey | undefined {
  const amount = tidyAmount(text)
  if (amount.length > DECIMAL_MAX || !AMOUNT.test(amount)) return 'number'
  return /[1-9]/.test(amount) ? undefined : 'positive'
}

function priceFault(text: string, tickSize: string): FaultKey | undefined {
  const fault = amountFault(text)
  if (fault !== undefined) return fault
  try {
    toUnits(tidyAmount(text), decimalUnit(tickSize))
    return undefined
  } catch {
    return 'tick'
  }
}
