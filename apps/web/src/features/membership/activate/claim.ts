import { isTronAddress, readTransactionId } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { required, type Rule } from '../../../shared/forms/rules.ts'

/** The payer's address: a complete TRON address that differs from the recipient. */
export const addressRules = (t: TFunction, receiveAddress: string): readonly Rule<unknown>[] => [
  required(t('membership.form.required')),
  (value) => (isTronAddress(value.trim()) ? null : t('membership.form.badAddress')),
  (value) => (value.trim() === receiveAddress ? t('membership.form.ownAddress') : null),
]

/** A transaction ID in any form: plain, with 0x, or inside an explorer link. */
export const transactionRules = (t: TFunction): readonly Rule<unknown>[] => [
  required(t('membership.form.required')),
  (value) => (readTransactionId(value) === null ? t('membership.form.badTransaction') : null),
]

/** Input of a visitor before login; in memory only. */
export interface Claim extends Readonly<Record<string, string>> {
  readonly payment_address: string
  readonly transaction_id: string
}

const EMPTY: Claim = { payment_address: '', transaction_id: '' }

let kept = EMPTY

export function keepDraft(values: Claim): void {
  kept = values
}

/** Returns the draft once and clears it. */
export function takeDraft(): Claim {
  const draft = kept
  kept = EMPTY
  return draft
}
