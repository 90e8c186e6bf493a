import { amountText, isTronAddress, parseAmount, ratioBp, SETTING_VALUES, USDT_CONTRACT } from '@flowprint/contract'
import type { SettingKey } from '@flowprint/contract'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { schemaFaults, refuse } from '../../../platform/http/index.ts'
import type { Fault, Params } from '../../../platform/http/index.ts'

export type SettingValues = { readonly [Key in SettingKey]: Static<(typeof SETTING_VALUES)[Key]> }

/** Reports a fault at a path of the value, e.g. "value.price". */
type ReportFault = (path: string, error: Fault['error'], params?: Params) => void
/** The other current settings, the time (ms), and the fault callback. */
interface RuleContext {
  readonly current: SettingValues
  readonly now: number
  readonly fault: ReportFault
}
/** Validates a value that matches its schema and returns the form to store. */
type Rule<Key extends SettingKey> = (value: SettingValues[Key], context: RuleContext) => SettingValues[Key]

const CHECKS = Object.fromEntries(
  Object.entries(SETTING_VALUES).map(([key, schema]) => [key, Compile(schema)]),
) as unknown as Record<SettingKey, Parameters<typeof schemaFaults>[0]>

const unchanged = <Value>(value: Value): Value => value

const RULES: { readonly [Key in SettingKey]: Rule<Key> } = {
  original_price: (value, { current: { discount }, now, fault }) => {
    const price = amountOf(value, 1n, 'value', fault)
    const discounted = discount === null || hasEnded(discount.end, now) ? null : parseAmount(discount.price)
    if (price !== null && discounted !== null && price <= discounted)
      fault('value', 'PRICE_TOO_LOW', { price: amountText(discounted) })
    return amountText(price ?? 0n)
  },
  discount: (value, { current, fault }) => {
    if (value === null) return null
    const price = parseAmount(value.price)
    const original = parseAmount(current.original_price)
    if (price === null || price === 0n || (original !== null && price >= original))
      fault('value.price', 'DISCOUNT_TOO_HIGH', { price: current.original_price })
    const [start, end] = [timeOf(value.start, 'value.start', fault), timeOf(value.end, 'value.end', fault)]
    if (start !== null && end !== null && end <= start) fault('value.end', 'ENDS_BEFORE_START')
    return { price: amountText(price ?? 0n), start: isoOf(start), end: isoOf(end) }
  },
  trial_days: unchanged,
  grace_days: unchanged,
  share_levels: (levels, { fault }) => {
    levels.forEach(({ level, min_paying, ratio }, i) => {
      const isInOrder = level === i + 1 && (i === 0 ? min_paying === 0 : min_paying > levels[i - 1].min_paying)
      if (!isInOrder) fault(`value.${i}`, 'LEVELS_UNORDERED')
      if (ratioBp(ratio) > 10_000) fault(`value.${i}.ratio`, 'RATIO_TOO_HIGH')
    })
    return levels.map(({ level, min_paying, ratio }) => ({ level, min_paying, ratio }))
  },
  receive_address: (value, { current: { donation_address }, fault }) => addressOf(value, donation_address, fault),
  min_payout: (value, { fault }) => amountText(amountOf(value, 0n, 'value', fault) ?? 0n),
  hold_days: unchanged,
  address_cooling_hours: unchanged,
  payment_tolerance: (value, { current, fault }) => {
    const tolerance = amountOf(value, 0n, 'value', fault)
    const min = [current.original_price, current.discount?.price]
      .flatMap((text) => (text === undefined ? [] : [parseAmount(text) ?? 0n]))
      .sort((a, b) => (a < b ? -1 : 1))[0]
    if (tolerance !== null && tolerance >= min) fault('value', 'TOLERANCE_TOO_HIGH', { price: amountText(min) })
    return amountText(tolerance ?? 0n)
  },
  renewals_earn: unchanged,
  contact: (value) => textOf(value),
  medias: (medias, { fault }) => {
    const keys = new Set<string>()
    return medias.map(({ key, label, url }, i) => {
      const media = { key: key.trim(), label: label.trim(), url: url.trim() }
      if (media.key === '') fault(`value.${i}.key`, 'REQUIRED')
      if (media.label === '') fault(`value.${i}.label`, 'REQUIRED')
      if (keys.has(media.key)) fault(`value.${i}.key`, 'KEY_TWICE')
      if (!isLink(media.url)) fault(`value.${i}.url`, 'NOT_A_LINK')
      keys.add(media.key)
      return media
    })
  },
  renewal_text: (value, { fault }) => {
    const [zh, en] = [textOf(value?.zh ?? null), textOf(value?.en ?? null)]
    if (zh === null && en === null) return null
    if (zh === null) fault('value.zh', 'REQUIRED')
    if (en === null) fault('value.en', 'REQUIRED')
    return { zh: zh ?? '', en: en ?? '' }
  },
  donation_address: (value, { current: { receive_address }, fault }) => addressOf(value, receive_address, fault),
}

/**
 * Validates a setting and returns the form to store, or throws VALIDATION with every fault. `current`: the current
 * settings; `now` in ms.
 */
export function readSetting<Key extends SettingKey>(
  key: Key,
  given: unknown,
  current: SettingValues,
  now: number,
): SettingValues[Key] {
  refuse(
    schemaFaults(CHECKS[key], given).map((fault) => ({
      ...fault,
      field: fault.field === 'body' ? 'value' : `value.${fault.field}`,
    })),
  )
  const faults: Fault[] = []
  const value = RULES[key](given as SettingValues[Key], {
    current,
    now,
    fault: (field, error, params = {}) => void faults.push({ field, error, params }),
  })
  refuse(faults)
  return value
}

function amountOf(text: string, min: bigint, path: string, fault: ReportFault): bigint | null {
  const amount = parseAmount(text)
  if (amount !== null && amount >= min) return amount
  fault(path, min > 0n ? 'NOT_AN_AMOUNT' : 'NEGATIVE_AMOUNT')
  return null
}

type Address = SettingValues['receive_address']

/** `other`: an address that must differ. With one address for both, a donation would look like a payment. */
function addressOf({ network_type, address: given }: Address, other: Address, fault: ReportFault): Address {
  const address = given?.trim() ?? ''
  if (address === '') return { network_type, address: null }
  if (address === USDT_CONTRACT) fault('value.address', 'IS_THE_CONTRACT')
  else if (!isTronAddress(address)) fault('value.address', 'BAD_ADDRESS')
  else if (address === other.address) fault('value.address', 'PAYMENTS_AND_GIFTS')
  return { network_type, address }
}

function timeOf(text: string | null, path: string, fault: ReportFault): number | null {
  if (text === null) return null
  const time = Date.parse(text)
  // Date.parse turns 30 February into 2 March.
  if (!Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text.slice(0, 10)) return time
  fault(path, 'NOT_A_MOMENT')
  return null
}

const isoOf = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
const hasEnded = (end: string | null, now: number): boolean => end !== null && Date.parse(end) <= now
const textOf = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text.trim())

/** Paths of this site, and https URLs without credentials. */
function isLink(text: string): boolean {
  if (/^\/(?![/\\])/.test(text)) return !/[\s\\]/.test(text)
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}
