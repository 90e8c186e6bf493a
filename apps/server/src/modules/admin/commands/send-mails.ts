import { PAYMENT_SETTINGS, shownAmount } from '@flowprint/contract'
import type { SettingKey } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'
import { listAdministrators } from '../../accounts/index.ts'
import type { AdminDeps } from '../admin-deps.ts'
import type { SettingValues } from '../rules/read-setting.ts'

export type PaymentSetting = (typeof PAYMENT_SETTINGS)[number]

export const isPaymentSetting = (key: SettingKey): key is PaymentSetting =>
  (PAYMENT_SETTINGS as readonly SettingKey[]).includes(key)

export interface SettingChange {
  /** ID of the new entry. */
  readonly entryId: number
  readonly key: PaymentSetting
  readonly before: unknown
  readonly after: unknown
  readonly actorId: number
  /** ms. */
  readonly at: number
  readonly remark: string
}

/** Mails every administrator, including the one who made the change, in the transaction of the change. */
export async function sendPaymentSettingChanged(
  client: Queryable,
  { mail, appUrl }: Pick<AdminDeps, 'mail' | 'appUrl'>,
  change: SettingChange,
): Promise<void> {
  const { entryId, key, before, after, actorId, at, remark } = change
  const administrators = await listAdministrators(client)
  const actor = administrators.find(({ id }) => id === actorId)?.username ?? `ID ${actorId}`
  for (const { id, username: name, email, language } of administrators) {
    const params = {
      name,
      setting: key,
      before: textOf(key, before),
      after: textOf(key, after),
      actor,
      at: new Date(at).toISOString(),
      remark,
      link: `${appUrl}/manager/settings`,
    }
    await mail.enqueueMail(client, {
      template: 'payment_setting_changed',
      to: email,
      language,
      params,
      dedupeKey: `payment_setting ${entryId} ${id}`,
    })
  }
}

/** The value as mails show it, independent of the language; null if none is set. */
function textOf(key: PaymentSetting, value: unknown): string | null {
  if (value === null) return null
  switch (key) {
    case 'receive_address':
      return (value as SettingValues['receive_address']).address
    case 'original_price':
      return `${shownAmount(value as string)} USDT`
    case 'discount': {
      const { price, start, end } = value as NonNullable<SettingValues['discount']>
      const span = start === null && end === null ? '' : ` (${start ?? '…'} – ${end ?? '…'})`
      return `${shownAmount(price)} USDT${span}`
    }
  }
}
