import { SETTING_KEYS } from '@flowprint/contract'
import type { BusinessSettings } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { listSettings } from './repository/setting-rows.ts'

const HISTORY = 50

/** Every setting with its history, newest first. */
export async function loadSettings(client: Queryable): Promise<BusinessSettings> {
  const rows = await listSettings(client, HISTORY)
  return {
    list: SETTING_KEYS.map((key) => {
      const entries = rows.filter((row) => row.key === key)
      const history = entries.map(({ value, validFrom, actorName }) => ({
        value,
        valid_from: validFrom === null ? null : new Date(validFrom).toISOString(),
        actor_name: actorName,
      }))
      return { key, value: entries[0]?.value ?? null, version: entries[0]?.id ?? 0, history }
    }),
  }
}
