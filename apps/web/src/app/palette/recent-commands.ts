import { readJson, STORAGE_KEYS, writeJson } from '../../shared/local-store.ts'

const MAX_RECENT = 6

/** Ids of the commands used last on this device, newest first. */
export function readRecentCommands(): readonly string[] {
  const stored = readJson(STORAGE_KEYS.commands)
  if (!Array.isArray(stored)) return []
  return stored.filter((id): id is string => typeof id === 'string').slice(0, MAX_RECENT)
}

export function rememberCommand(id: string): void {
  writeJson(STORAGE_KEYS.commands, [id, ...readRecentCommands().filter((other) => other !== id)].slice(0, MAX_RECENT))
}
