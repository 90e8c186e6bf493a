import type { WorkspaceDocument } from '@flowprint/contract'
import { openWorkspace, useWorkspace, type WorkspaceState } from '../workspace-store.ts'
import { dropAside, putAside, readCopies, writeCurrent } from './device-copy.ts'
import { readSaved, unsavedState } from './load-workspace.ts'
import { fetchWorkspace, type ListedWorkspace, type SendWorkspace } from './workspace-calls.ts'

/* What the user does with the workspace of the page. `send` makes the call (useSendWorkspace). */

/** stale: the account's copy was changed elsewhere · failed: the error was shown. */
export type SaveResult = 'saved' | 'stale' | 'failed'

/** Saves the changes of a named workspace. */
export async function saveCurrent(send: SendWorkspace): Promise<SaveResult> {
  const { document, name, version } = useWorkspace.getState()
  if (document === null || name === null) return 'failed'
  return save(send, { name, version, document })
}

/** Saves the workspace under a name that the account does not have; it is this workspace from then on. */
export async function saveAs(send: SendWorkspace, name: string): Promise<SaveResult> {
  const { document } = useWorkspace.getState()
  return document === null ? 'failed' : save(send, { name, version: 0, document })
}

async function save(
  send: SendWorkspace,
  body: { readonly name: string; readonly version: number; readonly document: WorkspaceDocument },
): Promise<SaveResult> {
  const before = useWorkspace.getState().name
  const answer = await send(body)
  if (answer === 'stale') return 'stale'
  if (answer === null) return 'failed'
  const { document, name: shown } = useWorkspace.getState()
  // Another workspace may have been opened during the call; changes made during it remain unsaved.
  if (shown === before) openWorkspace({ document, name: answer.name, version: answer.version, saved: body.document })
  return 'saved'
}

/** Replaces the account's changed copy by the workspace of the page. The replaced document becomes an earlier version. */
export async function keepMine(send: SendWorkspace): Promise<SaveResult> {
  const { document, name } = useWorkspace.getState()
  if (document === null || name === null) return 'failed'
  const theirs = await fetchWorkspace(name)
  return save(send, { name, version: theirs?.version ?? 0, document })
}

/** Opens the account's copy; the changes of the page are put aside. False: it was deleted, and the page keeps its own. */
export async function keepTheirs(userId: number): Promise<boolean> {
  const { name, document } = useWorkspace.getState()
  const theirs = name === null ? null : await fetchWorkspace(name)
  if (theirs !== null) replaceWorkspace(userId, readSaved(theirs))
  else if (document !== null) openWorkspace(unsavedState(document))
  return theirs !== null
}

/** Shows another workspace; unsaved changes are put aside. */
export function replaceWorkspace(userId: number, state: WorkspaceState): void {
  putAside(userId)
  openWorkspace(state)
  writeCurrent(userId, state)
}

/** Opens a workspace of the account. False if it was deleted elsewhere. */
export async function openSaved(userId: number, name: string): Promise<boolean> {
  const found = await fetchWorkspace(name)
  if (found !== null) replaceWorkspace(userId, readSaved(found))
  return found !== null
}

/** Opens unsaved changes that were put aside. */
export function openAside(userId: number, index: number): void {
  const copy = readCopies(userId).aside.at(index)
  if (copy === undefined) return
  dropAside(userId, index)
  replaceWorkspace(userId, { ...copy, saved: null })
}

/** Renames a workspace of the account, also on the page if it shows it. */
export async function renameSaved(
  send: SendWorkspace,
  { name, version }: ListedWorkspace,
  newName: string,
): Promise<SaveResult> {
  const answer = await send({ name, version, new_name: newName })
  if (answer === 'stale') return 'stale'
  if (answer === null) return 'failed'
  const current = useWorkspace.getState()
  // Changes based on an older version still conflict.
  if (current.name === name && current.version === version)
    openWorkspace({ ...current, name: answer.name, version: answer.version })
  return 'saved'
}

/** Deletes a workspace of the account. If the page shows it, it stays there, unsaved. */
export async function deleteSaved(send: SendWorkspace, { name, version }: ListedWorkspace): Promise<SaveResult> {
  const answer = await send({ name, version, document: null })
  if (answer === 'stale') return 'stale'
  if (answer === null) return 'failed'
  const { document, name: shown } = useWorkspace.getState()
  if (shown === name && document !== null) openWorkspace(unsavedState(document))
  return 'saved'
}

/** Saves an earlier document as the current one and opens it. */
export async function restoreVersion(
  send: SendWorkspace,
  userId: number,
  { name, version }: ListedWorkspace,
  document: WorkspaceDocument,
): Promise<SaveResult> {
  const answer = await send({ name, version, document })
  if (answer === 'stale') return 'stale'
  if (answer === null) return 'failed'
  replaceWorkspace(userId, { document, name: answer.name, version: answer.version, saved: document })
  return 'saved'
}

/** Name of an exported file: characters that file systems refuse are replaced. */
export const fileName = (name: string): string =>
  `${name.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, '-').replace(/^[.\s]+/u, '') || 'workspace'}.flowprint.json`

/** Cells of all tabs. */
export const countCells = ({ tabs }: WorkspaceDocument): number =>
  tabs.reduce((sum, { cells }) => sum + cells.length, 0)
