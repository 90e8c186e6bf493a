import { isDeepStrictEqual } from 'node:util'
import type { AdminSaveSettingsBody, BusinessSettings } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import type { Actor, AdminDeps } from './admin-deps.ts'
import { loadSettings } from './load-settings.ts'
import { noteAct } from './note-act.ts'
import { insertSetting, listSettings, lockSettings } from './repository/setting-rows.ts'
import { readSetting } from './rules/read-setting.ts'
import type { SettingValues } from './rules/read-setting.ts'

/**
 * Sets a value from now on: a new entry, what held before stays as it was. Made on an older entry than the newest it is
 * refused; of two at once one is. A value that holds already adds nothing.
 */
export async function saveSetting({ pool, clock }: AdminDeps, by: Actor, { key, value: given, version }: AdminSaveSettingsBody): Promise<BusinessSettings> {
  return inTransactionWithRetry(pool, async (client) => {
    await lockSettings(client)
    const newest = new Map((await listSettings(client, 1)).map((row) => [row.key, row]))
    const before = newest.get(key)
    if ((before?.id ?? 0) !== version) throw new AppError('STALE_VERSION')
    const held = Object.fromEntries([...newest.values()].map((row) => [row.key, row.value])) as unknown as SettingValues
    const now = clock.now()
    const value = readSetting(key, given, held, now)
    if (before === undefined || !isDeepStrictEqual(value, before.value)) {
      // Never before the entry it follows, should this machine's clock be behind another's.
      await insertSetting(client, { key, value, validFrom: Math.max(now, before?.validFrom ?? now), actorId: by.accountId })
      await noteAct(client, by, now, {
        action: 'save_setting', objectType: 'setting', objectId: key, before: before === undefined ? null : { value: before.value }, after: { value },
      })
    }
    return loadSettings(client)
  })
}
