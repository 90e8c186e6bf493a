import type { Workspace, WorkspaceDocument, Workspaces } from '@flowprint/contract'
import type { WorkspaceState } from '../workspace-store.ts'
import { decodeWorkspace, readDocument, type ReadWorkspace } from '../workspace-text.ts'
import { putAside, readCopies } from './device-copy.ts'
import { fetchWorkspace, fetchWorkspaces } from './workspace-calls.ts'

export type RefusedWorkspace = Exclude<ReadWorkspace, { readonly kind: 'workspace' }>

interface LoadOptions {
  readonly userId: number
  /** Creates the workspace of an account that has none. */
  readonly createDefault: () => WorkspaceDocument
  /** Tests replace it. */
  readonly account?: AccountWorkspaces
}

interface AccountWorkspaces {
  readonly list: () => Promise<Workspaces>
  /** Null if there is none of this name. */
  readonly read: (name: string) => Promise<Workspace | null>
}

const ACCOUNT: AccountWorkspaces = { list: () => fetchWorkspaces(), read: (name) => fetchWorkspace(name) }

/** The text of a link in the fragment of an address; null if it has none. */
export const linkText = (hash: string): string | null => (hash.startsWith('#w=') ? hash.slice(3) : null)

/** A workspace that the account does not have: all of it is unsaved. */
export const unsavedState = (document: WorkspaceDocument, name: string | null = null): WorkspaceState => ({
  document,
  name,
  version: 0,
  saved: null,
})

/** Reads the workspace of a link; it replaces the one of the page, whose unsaved changes are put aside. */
export async function openLink(text: string, userId: number): Promise<WorkspaceState | RefusedWorkspace> {
  const read = await decodeWorkspace(text)
  if (read.kind !== 'workspace') return read
  putAside(userId)
  return unsavedState(read.document)
}

/**
 * The workspace that the page opens without a link: unsaved changes on this device, else the workspace that was opened
 * last here, else the one saved last, else the default. Throws if the account cannot be read.
 */
export async function loadWorkspace({
  userId,
  createDefault,
  account = ACCOUNT,
}: LoadOptions): Promise<WorkspaceState> {
  const { name, current } = readCopies(userId)
  if (current !== null) return { ...current, saved: null }
  const last = name === null ? null : await account.read(name)
  if (last !== null) return readSaved(last)
  const { list } = await account.list()
  const newest = list.toSorted((a, b) => (a.saved_at < b.saved_at ? 1 : -1)).at(0)
  const saved = newest === undefined ? null : await account.read(newest.name)
  if (saved !== null) return readSaved(saved)
  const document = createDefault()
  return { document, name: null, version: 0, saved: document }
}

/** A workspace of the account as the page shows it. Throws if it needs a newer version of the site. */
export function readSaved({ name, version, document: stored }: Workspace): WorkspaceState {
  const read = readDocument(stored)
  if (read.kind !== 'workspace') throw new Error(`workspace of the account is ${read.kind}`)
  return { document: read.document, name, version, saved: read.document }
}
