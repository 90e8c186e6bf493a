import { type AuditRow, EXPORT_LISTS, SETTING_KEYS } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { shortenMiddle } from '../../../shared/ui/shorten.ts'
import { momentOf, moneyOf } from '../parts/show.ts'
import { valueText } from '../settings/setting-values.ts'

/** Texts of audit log entries. Unknown values show as recorded. */

const FIELDS = [
  'status',
  'version',
  'remark',
  'amount',
  'expire_time',
  'reversed',
  'disabled',
  'ratio',
  'role',
  'days',
  'receive_address',
  'inviter_id',
  'count',
  'pending_count',
  'address_set',
  'delete_at',
  'session_id',
  'value',
  'title',
  'act',
  'bytes',
  'kind',
  'width',
  'height',
  'enabled',
  'transaction_id',
  'settlement_id',
  'user',
  'name',
  'expired',
  'actor',
  'action',
  'object',
  'id',
  'username',
  'otp_enabled',
] as const
const OBJECTS = ['account', 'order', 'settlement', 'setting', 'content', 'picture', 'list', 'market'] as const
const PLACE_OF_LIST = { orders: 'order', users: 'user', dividends: 'dividend', audit: 'audit' } as const
const ROLES = ['user', 'inviter', 'admin'] as const
const STATUSES = ['pending', 'passed', 'refused'] as const

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const AMOUNT = /^-?\d+\.\d{6}$/
/** Transactions, addresses and other IDs, truncated in the middle. */
const LONG_ID = /^\w{30,}$/

const known = <Name extends string>(names: readonly Name[], name: unknown): Name | undefined =>
  names.find((one) => one === name)

export function fieldName(t: TFunction, name: string): string {
  const key = known(FIELDS, name)
  return key === undefined ? name : t(`admin.audit.fieldOf.${key}`)
}

/** "Order 12"; long IDs are truncated in the middle. */
export function objectText(
  t: TFunction,
  { object_type: type, object_id: id }: Pick<AuditRow, 'object_type' | 'object_id'>,
): string {
  const key = known(OBJECTS, type)
  return `${key === undefined ? type : t(`admin.audit.objectOf.${key}`)} ${idText(t, type, id)}`
}

function idText(t: TFunction, type: string, id: string): string {
  const setting = type === 'setting' ? known(SETTING_KEYS, id) : undefined
  if (setting !== undefined) return t(`admin.settings.name.${setting}`)
  const list = type === 'list' ? known(EXPORT_LISTS, id) : undefined
  return list === undefined ? shortenMiddle(id) : t(`admin.frame.place.${PLACE_OF_LIST[list]}`)
}

/** A recorded value of a field. */
export function fieldText(
  t: TFunction,
  row: Pick<AuditRow, 'object_type' | 'object_id'>,
  name: string,
  value: unknown,
): string {
  const setting = row.object_type === 'setting' && name === 'value' ? known(SETTING_KEYS, row.object_id) : undefined
  if (setting !== undefined && value !== undefined) return valueText(t, setting, value)
  if (typeof value === 'boolean') return t(value ? 'admin.frame.yes' : 'admin.frame.no')
  if (name === 'role' && Array.isArray(value))
    return value.length === 0 ? t('admin.users.roleOf.user') : value.map((role) => roleText(t, role)).join(' · ')
  if (typeof value !== 'string') return rawText(value)
  const status = name === 'status' ? known(STATUSES, value) : undefined
  if (status !== undefined) return t(`admin.orders.statusOf.${status}`)
  if (ISO_TIME.test(value)) return momentOf(t, value)
  return AMOUNT.test(value) ? t('admin.frame.usdt', { amount: moneyOf(value) }) : value
}

function roleText(t: TFunction, role: unknown): string {
  const key = known(ROLES, role)
  return key === undefined ? rawText(role) : t(`admin.users.roleOf.${key}`)
}

/** The changes of an entry in one line. */
export function summaryOf(t: TFunction, row: AuditRow): string {
  return changesOf(row)
    .filter(({ after }) => after !== undefined)
    .map(({ name, after }) => {
      const text = fieldText(t, row, name, after)
      return t('admin.audit.change', {
        name: fieldName(t, name),
        value: LONG_ID.test(text) ? shortenMiddle(text) : text,
      })
    })
    .join(' · ')
}

export const isLongId = (text: string): boolean => LONG_ID.test(text)

interface Change {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** Fields recorded by an entry, before and after; unchanged ones are omitted. Pure. */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): readonly Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** A recorded value as it was recorded. */
export function rawText(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** Actions with their own text; others show their raw name. */
export const ACTIONS = [
  'review_order',
  'reverse_order',
  'settle',
  'send_reminder',
  'set_receive_address',
  'set_role',
  'set_ratio',
  'grant_days',
  'disable_user',
  'enable_user',
  'revoke_session',
  'save_setting',
  'save_market',
  'save_content',
  'upload_picture',
  'delete_account',
  'export',
  'make_admin',
  'create_admin',
  'disable_otp',
  'reset_key',
] as const

export function isKnownAction(action: string): action is (typeof ACTIONS)[number] {
  return (ACTIONS as readonly string[]).includes(action)
}
