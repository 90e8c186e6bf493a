import type { Alert } from '@flowprint/contract'
import type { AlertRow } from './repository/alert-rows.ts'

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

export function presentAlert(row: AlertRow): Alert {
  const { id, version, symbol, name, rule, repeat, cooldown, channels, sound, state, fired } = row
  return {
    id,
    version,
    symbol,
    name,
    rule,
    repeat,
    cooldown,
    expires_at: isoOrNull(row.expiresAt),
    channels: [...channels],
    sound,
    state,
    fired,
    last_fired_at: isoOrNull(row.lastFiredAt),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  }
}
