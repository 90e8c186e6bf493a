import { isDeepStrictEqual } from 'node:util'
import type { AdminSaveSettingsBody, BusinessSettings } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import { AppError, readRemark } from '../../../platform/http/index.ts'
import type { Actor, AdminDeps } from '../admin-deps.ts'
import { loadSettings, insertSetting, listSettings, lockSettings } from '../queries/settings.ts'
import { recordAction } from './manage-user.ts'
import { isPaymentSetting, sendPaymentSettingChanged } from './send-mails.ts'
import { readSetting } from '../rules/read-setting.ts'
import type { SettingValues } from '../rules/read-setting.ts'

/**
 * Adds an entry that is valid from now on; earlier entries stay unchanged. An edit that is not based on the newest
 * entry is rejected, so one of two concurrent edits fails. An unchanged value adds no entry. A change of the receiving
 * address or a price is mailed to every administrator.
 */
export async function saveSetting(
  deps: AdminDeps,
  by: Actor,
  { key, value: given, version, remark: why }: AdminSaveSettingsBody,
): Promise<BusinessSettings> {
  const remark = readRemark(why)
  return inTransactionWithRetry(deps.pool, async (client) => {
    await lockSettings(client)
    const newest = new Map((await listSettings(client, 1)).map((row) => [row.key, row]))
    const before = newest.get(key)
    if ((before?.id ?? 0) !== version) throw new AppError('STALE_VERSION')
    const current = Object.fromEntries(
      [...newest.values()].map((row) => [row.key, row.value]),
    ) as unknown as SettingValues
    const now = deps.clock.now()
    const value = readSetting(key, given, current, now)
    if (before === undefined || !isDeepStrictEqual(value, before.value)) {
      // Never before the previous entry, in case the clocks of two machines differ.
      const entryId = await insertSetting(client, {
        key,
        value,
        validFrom: Math.max(now, before?.validFrom ?? now),
        actorId: by.accountId,
      })
      await recordAction(client, by, now, {
        action: 'save_setting',
        objectType: 'setting',
        objectId: key,
        before: before === undefined ? null : { value: before.value },
        after: { value, remark },
      })
      if (isPaymentSetting(key))
        await sendPaymentSettingChanged(client, deps, {
          entryId,
          key,
          before: before?.value ?? null,
          after: value,
          actorId: by.accountId,
          at: now,
          remark,
        })
    }
    return loadSettings(client)
  })
}
