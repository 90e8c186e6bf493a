/** Number and date formats of the back office. */
import { ratioBp, shownAmount } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import type { TFunction } from 'i18next'
import { formatDay, formatTime } from '../../../shared/format/time.ts'

/** The language of the catalogue; callers use its `t` and rerender with it. */
const languageOf = (t: TFunction): Language => t('common.language') as Language

export const dayOf = (t: TFunction, iso: string): string => formatDay(iso, languageOf(t))

export const momentOf = (t: TFunction, iso: string): string => formatTime(iso, languageOf(t))

/** "1234.500000" as "1,234.50". */
export function moneyOf(amount: string): string {
  const [whole, part] = shownAmount(amount).split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${part}`
}

/** "0.1250" as "12.5%". */
export function percentOf(ratio: string): string {
  return `${ratioBp(ratio) / 100}%`
}

const HAN = /^[\p{Script=Han}·\s]+$/u

/** A person's name in its script's order: Chinese names start with the family name. */
export function personName({
  first_name: first,
  last_name: last,
}: {
  readonly first_name: string
  readonly last_name: string
}): string {
  return HAN.test(`${first}${last}`) ? `${last}${first}` : `${first} ${last}`.trim()
}
