import type { WorkspaceDocument } from '@flowprint/contract'
import { asRecord, readRecord, STORAGE_KEYS, writeJson } from '../../../../shared/local-store.ts'
import { isUnsaved, useWorkspace, type WorkspaceState } from '../workspace-store.ts'
import { readDocument } from '../workspace-text.ts'

/* Unsaved changes on this device, per account. They never overwrite the account's copy by themselves. */

/** A workspace with changes that the account does not have. */
export interface UnsavedCopy {
  readonly name: string | null
  /** Version of the account's copy on which the changes are based. */
  readonly version: number
  readonly document: WorkspaceDocument
}

interface DeviceCopies {
  /** Name of the workspace opened last; null if it has none. */
  readonly name: string | null
  /** Its unsaved changes. */
  readonly current: UnsavedCopy | null
  /** Unsaved changes of workspaces that were left, newest first. */
  readonly aside: readonly UnsavedCopy[]
}

export const MAX_COPIES_ASIDE = 5
const WRITE_DELAY_MS = 300

const keyOf = (userId: number) => `${STORAGE_KEYS.workspace}:${userId}`

/** Damaged entries and those of a newer version of the site are left out. */
export function readCopies(userId: number): DeviceCopies {
  const { name, current, aside } = readRecord(keyOf(userId))
  return {
    name: typeof name === 'string' ? name : null,
    current: readCopy(current),
    aside: (Array.isArray(aside) ? aside : [])
      .map(readCopy)
      .filter((copy) => copy !== null)
      .slice(0, MAX_COPIES_ASIDE),
  }
}

function readCopy(value: unknown): UnsavedCopy | null {
  const { name, version, document } = asRecord(value)
  const read = readDocument(document)
  if (read.kind !== 'workspace' || !Number.isSafeInteger(version)) return null
  return { name: typeof name === 'string' ? name : null, version: version as number, document: read.document }
}

const writeCopies = (userId: number, copies: DeviceCopies) => writeJson(keyOf(userId), copies)

/** Stores the workspace of the page: its name, and its changes if they are not saved. */
export function writeCurrent(userId: number, state: WorkspaceState): void {
  const { name, version, document } = state
  if (document === null) return
  // Another tab may have put copies aside.
  const { aside } = readCopies(userId)
  writeCopies(userId, { name, current: isUnsaved(state) ? { name, version, document } : null, aside })
}

/** Puts the unsaved changes of the current workspace aside, because another one is opened. */
export function putAside(userId: number): void {
  // Changes of the last moment may not be stored yet.
  writeCurrent(userId, useWorkspace.getState())
  const { name, current, aside } = readCopies(userId)
  if (current === null) return
  writeCopies(userId, { name, current: null, aside: [current, ...aside].slice(0, MAX_COPIES_ASIDE) })
}

/** Forgets a copy that was put aside. */
export function dropAside(userId: number, index: number): void {
  const copies = readCopies(userId)
  writeCopies(userId, { ...copies, aside: copies.aside.filter((_, at) => at !== index) })
}

/** Stores every change of the page's workspace a moment later, and at once when the page is left. Returns a stop. */
export function keepOnDevice(userId: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const write = () => {
    if (timer === null) return
    clearTimeout(timer)
    timer = null
    writeCurrent(userId, useWorkspace.getState())
  }
  const unsubscribe = useWorkspace.subscribe(() => {
    timer ??= setTimeout(write, WRITE_DELAY_MS)
  })
  // A phone kills hidden pages without further events.
  const hidden = () => document.visibilityState === 'hidden' && write()
  addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', hidden)
  return () => {
    write()
    unsubscribe()
    removeEventListener('pagehide', write)
    document.removeEventListener('visibilitychange', hidden)
  }
}
