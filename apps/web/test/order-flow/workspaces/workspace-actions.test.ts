import type { SaveWorkspaceBody, Workspace, WorkspaceDocument } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { editTab } from '../../../src/features/order-flow/workspaces/edit-workspace.ts'
import { createPreset, createWorkspace } from '../../../src/features/order-flow/workspaces/presets.ts'
import { readCopies } from '../../../src/features/order-flow/workspaces/saved/device-copy.ts'
import {
  countCells,
  deleteSaved,
  fileName,
  keepMine,
  keepTheirs,
  openAside,
  openSaved,
  renameSaved,
  restoreVersion,
  saveAs,
  saveCurrent,
} from '../../../src/features/order-flow/workspaces/saved/workspace-actions.ts'
import {
  editWorkspace,
  isUnsaved,
  openWorkspace,
  useWorkspace,
} from '../../../src/features/order-flow/workspaces/workspace-store.ts'
import { stubStorage } from '../../browser-storage.ts'

const fetched = vi.hoisted(() => ({ workspace: null as unknown }))
vi.mock('../../../src/features/order-flow/workspaces/saved/workspace-calls.ts', () => ({
  fetchWorkspace: async () => fetched.workspace,
}))

const USER = 7
const document = (name: string): WorkspaceDocument =>
  createWorkspace(createPreset('scalping', { name, chart: { symbol: 'BINANCE:BTCUSDT', cycle: '1m' } }))
const MINE = document('mine')
const THEIRS = document('theirs')
const OPEN = { document: MINE, name: 'work', version: 3, saved: null }
const row = { name: 'work', version: 3, saved_at: '2026-01-01T00:00:00.000Z' }
const state = () => useWorkspace.getState()

/** Answers every save with version 9; records the bodies. */
function sender(answer: 'stale' | null | 'ok' = 'ok', during?: () => void) {
  const bodies: SaveWorkspaceBody[] = []
  const send = async (body: SaveWorkspaceBody) => {
    bodies.push(body)
    during?.()
    return answer === 'ok' ? { name: body.new_name ?? body.name, version: 9 } : answer
  }
  return { send, bodies }
}

beforeEach(() => {
  stubStorage()
  openWorkspace(OPEN)
  fetched.workspace = { ...row, version: 5, document: THEIRS } satisfies Workspace
})
afterEach(() => {
  useWorkspace.setState(useWorkspace.getInitialState())
  vi.unstubAllGlobals()
})

describe('saving', () => {
  test('sends the version last read and leaves no unsaved changes', async () => {
    const { send, bodies } = sender()
    expect(await saveCurrent(send)).toBe('saved')
    expect(bodies).toEqual([{ name: 'work', version: 3, document: MINE }])
    expect(state()).toMatchObject({ name: 'work', version: 9, saved: MINE })
    expect(isUnsaved(state())).toBe(false)
  })

  test('leaves changes unsaved that were made during the call', async () => {
    const { send } = sender('ok', () => editWorkspace((from) => editTab(from, 0, (tab) => ({ ...tab, name: 'new' }))))
    await saveCurrent(send)
    expect(state()).toMatchObject({ version: 9, saved: MINE, document: { tabs: [{ name: 'new' }] } })
    expect(isUnsaved(state())).toBe(true)
  })

  test('does not rename a workspace that was opened during the call', async () => {
    const other = { document: THEIRS, name: 'other', version: 1, saved: THEIRS }
    const { send } = sender('ok', () => openWorkspace(other))
    await saveCurrent(send)
    expect(state()).toEqual(other)
  })

  test.each([
    ['stale', 'stale'],
    [null, 'failed'],
  ] as const)('that is answered with %s changes nothing', async (answer, result) => {
    expect(await saveCurrent(sender(answer).send)).toBe(result)
    expect(state()).toEqual(OPEN)
  })

  test('under another name creates a workspace', async () => {
    const { send, bodies } = sender()
    expect(await saveAs(send, 'copy')).toBe('saved')
    expect(bodies).toEqual([{ name: 'copy', version: 0, document: MINE }])
    expect(state()).toMatchObject({ name: 'copy', version: 9, saved: MINE })
  })
})

describe('a conflict', () => {
  test('is decided for the page by saving on top of the other version', async () => {
    const { send, bodies } = sender()
    expect(await keepMine(send)).toBe('saved')
    expect(bodies).toEqual([{ name: 'work', version: 5, document: MINE }])
  })

  test('with a deleted workspace creates it again', async () => {
    fetched.workspace = null
    const { send, bodies } = sender()
    await keepMine(send)
    expect(bodies).toEqual([{ name: 'work', version: 0, document: MINE }])
  })

  test('is decided for the account by opening its copy; the changes are put aside', async () => {
    expect(await keepTheirs(USER)).toBe(true)
    expect(state()).toMatchObject({ document: THEIRS, version: 5 })
    expect(isUnsaved(state())).toBe(false)
    expect(readCopies(USER)).toEqual({
      name: 'work',
      current: null,
      aside: [{ name: 'work', version: 3, document: MINE }],
    })
  })

  test('with a deleted workspace keeps the one of the page, without a name', async () => {
    fetched.workspace = null
    expect(await keepTheirs(USER)).toBe(false)
    expect(state()).toEqual({ document: MINE, name: null, version: 0, saved: null })
  })
})

describe('the list', () => {
  test('opens a workspace and returns to unsaved changes', async () => {
    expect(await openSaved(USER, 'work')).toBe(true)
    expect(state().document).toEqual(THEIRS)
    openAside(USER, 0)
    expect(state()).toEqual(OPEN)
    expect(readCopies(USER)).toMatchObject({ current: { document: MINE }, aside: [] })
  })

  test('keeps the workspace of the page if the chosen one was deleted', async () => {
    fetched.workspace = null
    expect(await openSaved(USER, 'work')).toBe(false)
    expect(state()).toEqual(OPEN)
  })

  test('renames the workspace of the page and keeps its changes', async () => {
    const { send, bodies } = sender()
    expect(await renameSaved(send, row, 'new')).toBe('saved')
    expect(bodies).toEqual([{ name: 'work', version: 3, new_name: 'new' }])
    expect(state()).toEqual({ ...OPEN, name: 'new', version: 9 })
  })

  test('does not hide a conflict by renaming', async () => {
    await renameSaved(sender().send, { ...row, version: 5 }, 'new')
    expect(state()).toEqual(OPEN)
  })

  test('deletes the workspace of the page, which stays unsaved', async () => {
    const { send, bodies } = sender()
    await deleteSaved(send, row)
    expect(bodies).toEqual([{ name: 'work', version: 3, document: null }])
    expect(state()).toEqual({ document: MINE, name: null, version: 0, saved: null })
  })

  test('restores a version by saving it; unsaved changes are put aside', async () => {
    const { send, bodies } = sender()
    expect(await restoreVersion(send, USER, row, THEIRS)).toBe('saved')
    expect(bodies).toEqual([{ name: 'work', version: 3, document: THEIRS }])
    expect(state()).toEqual({ document: THEIRS, name: 'work', version: 9, saved: THEIRS })
    expect(readCopies(USER).aside).toMatchObject([{ name: 'work', document: MINE }])
  })
})

test('names of files have no characters that file systems refuse', () => {
  expect(fileName('BTC/ETH: 早盘?')).toBe('BTC-ETH- 早盘-.flowprint.json')
  expect(fileName('..')).toBe('workspace.flowprint.json')
})

test('cells are counted over all tabs', () => {
  expect(countCells({ ...MINE, tabs: [...MINE.tabs, ...THEIRS.tabs] })).toBe(8)
})
