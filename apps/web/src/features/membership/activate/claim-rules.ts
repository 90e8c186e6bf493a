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
