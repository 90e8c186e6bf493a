import { isTronAddress, readTransactionId } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { required, type Rule } from '../../../shared/ui/form/rules.ts'

/** The address somebody pays from: complete, of TRON, and not the one they pay to. */
export const addressRules = (t: TFunction, receiveAddress: string): readonly Rule<unknown>[] => [
  required(t('membership.form.required')),
  (value) => (isTronAddress(value.trim()) ? null : t('membership.form.badAddress')),
  (value) => (value.trim() === receiveAddress ? t('membership.form.ownAddress') : null),
]

/** A transaction's ID however it was copied: bare, with 0x, or inside the link of an explorer. */
export const transactionRules = (t: TFunction): readonly Rule<unknown>[] => [
  required(t('membership.form.required')),
  (value) => (readTransactionId(value) === null ? t('membership.form.badTransaction') : null),
]
