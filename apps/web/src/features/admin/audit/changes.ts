import type { AuditRow } from '@flowprint/contract'

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
