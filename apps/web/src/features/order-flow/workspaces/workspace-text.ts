import { checkWorkspace, MAX_WORKSPACE_LENGTH, WORKSPACE_FORMAT } from '@flowprint/contract'
import type { WorkspaceDocument, WorkspaceFault } from '@flowprint/contract'
import { packText, unpackText } from '../model/packed-text.ts'
import { alignGroups } from './edit-workspace.ts'

/* A workspace in a link and in a file: docs/decisions/workspaces.md. Both are untrusted when read. */

/** Maximum characters of a link's text; messengers cut longer addresses. */
export const MAX_LINK_LENGTH = 8000
const LINK_PREFIX = '1.'

export type ReadWorkspace =
  | { readonly kind: 'workspace'; readonly document: WorkspaceDocument; readonly name: string | null }
  /** Written by a newer version of the site. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'invalid'; readonly faults: readonly WorkspaceFault[] }
  /** Not a workspace at all, or damaged. */
  | { readonly kind: 'unreadable' }

/** Reads a document of unknown origin, with what its groups link aligned. */
export function readDocument(value: unknown, name: string | null = null): ReadWorkspace {
  if (typeof value !== 'object' || value === null) return { kind: 'unreadable' }
  const { format } = value as { readonly format?: unknown }
  if (Number.isInteger(format) && (format as number) > WORKSPACE_FORMAT) return { kind: 'newer' }
  const faults = checkWorkspace(value)
  if (faults.length > 0) return { kind: 'invalid', faults }
  const document = value as WorkspaceDocument
  return { kind: 'workspace', document: { ...document, tabs: document.tabs.map(alignGroups) }, name }
}

/** Text for the fragment of a link (`#w=…`); null if it is too long for one. */
export async function encodeWorkspace(document: WorkspaceDocument): Promise<string | null> {
  const text = LINK_PREFIX + (await packText(JSON.stringify(document)))
  return text.length <= MAX_LINK_LENGTH ? text : null
}

/** Reads the text of a link. */
export async function decodeWorkspace(text: string): Promise<ReadWorkspace> {
  const [version] = text.split('.', 1)
  if (/^[1-9]\d{0,3}$/.test(version) && Number(version) > 1) return { kind: 'newer' }
  if (!text.startsWith(LINK_PREFIX) || text.length > MAX_LINK_LENGTH) return { kind: 'unreadable' }
  try {
    // Names may need three bytes per character.
    const json = await unpackText(text.slice(LINK_PREFIX.length), 3 * MAX_WORKSPACE_LENGTH)
    return readDocument(JSON.parse(json))
  } catch {
    return { kind: 'unreadable' }
  }
}

interface WorkspaceFile {
  /** Tells what the file is. */
  readonly flowprint: 'workspace'
  readonly name: string
  readonly document: WorkspaceDocument
}

/** Content of an exported file. */
export const workspaceFile = (name: string, document: WorkspaceDocument): string =>
  `${JSON.stringify({ flowprint: 'workspace', name, document } satisfies WorkspaceFile, null, 2)}\n`

/** Maximum characters of a file: indented, it is longer than the document. */
export const MAX_FILE_LENGTH = 8 * MAX_WORKSPACE_LENGTH

/** Reads an exported file. */
export function readWorkspaceFile(text: string): ReadWorkspace {
  if (text.length > MAX_FILE_LENGTH) return { kind: 'unreadable' }
  try {
    const file = JSON.parse(text) as Partial<Record<keyof WorkspaceFile, unknown>> | null
    if (file?.flowprint !== 'workspace') return { kind: 'unreadable' }
    return readDocument(file.document, typeof file.name === 'string' ? file.name : null)
  } catch {
    return { kind: 'unreadable' }
  }
}
