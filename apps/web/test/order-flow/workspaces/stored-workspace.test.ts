import type { Workspace, WorkspaceDocument } from '@flowprint/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { packText } from '../../../src/features/order-flow/model/packed-text.ts'
import { editTab } from '../../../src/features/order-flow/workspaces/edit-workspace.ts'
import { createPreset, createWorkspace } from '../../../src/features/order-flow/workspaces/presets.ts'
import {
  dropAside,
  keepOnDevice,
  MAX_COPIES_ASIDE,
  putAside,
  readCopies,
  writeCurrent,
} from '../../../src/features/order-flow/workspaces/saved/device-copy.ts'
import { linkText, loadWorkspace, openLink } from '../../../src/features/order-flow/workspaces/saved/load-workspace.ts'
import {
  editWorkspace,
  isUnsaved,
  openWorkspace,
  useWorkspace,
} from '../../../src/features/order-flow/workspaces/workspace-store.ts'
import { encodeWorkspace } from '../../../src/features/order-flow/workspaces/workspace-text.ts'
import { stubStorage } from '../../browser-storage.ts'

const USER = 7
const document = (name: string): WorkspaceDocument =>
  createWorkspace(createPreset('single', { name, chart: { symbol: 'BINANCE:BTCUSDT', cycle: '1m' } }))
const A = document('A')
const B = document('B')
const renameTab = (name: string) => editWorkspace((from) => editTab(from, 0, (tab) => ({ ...tab, name })))
const unsaved = (name: string) => ({ name, version: 3, document: document(name), saved: null })

/** An account with these workspaces, the first one saved first. */
function account(...documents: readonly (readonly [string, WorkspaceDocument])[]) {
  const rows = documents.map(([name, stored], i): Workspace => ({
    name,
    version: 10 + i,
    saved_at: `2026-01-0${i + 1}T00:00:00.000Z`,
    document: stored,
  }))
  return {
    list: async () => ({ list: rows.map(({ name, version, saved_at }) => ({ name, version, saved_at })) }),
    read: async (name: string) => rows.find((row) => row.name === name) ?? null,
  }
}
const load = (of = account()) => loadWorkspace({ userId: USER, createDefault: () => B, account: of })

beforeEach(() => {
  stubStorage()
  const page = new EventTarget()
  vi.stubGlobal('document', Object.assign(page, { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.useFakeTimers()
})
afterEach(() => {
  useWorkspace.setState(useWorkspace.getInitialState())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the workspace that is opened', () => {
  test('is the default of an account without workspaces, without unsaved changes', async () => {
    const state = await load()
    expect(state).toEqual({ document: B, name: null, version: 0, saved: B })
    expect(isUnsaved(state)).toBe(false)
  })

  test('is the one saved last on a new device', async () => {
    expect(await load(account(['first', A], ['second', B]))).toMatchObject({ name: 'second', version: 11, document: B })
  })

  test('is the one opened last on this device', async () => {
    writeCurrent(USER, { document: A, name: 'first', version: 10, saved: A })
    const state = await load(account(['first', A], ['second', B]))
    expect(state).toMatchObject({ name: 'first', document: A })
    expect(isUnsaved(state)).toBe(false)
  })

  test('is another one if the one opened last was deleted', async () => {
    writeCurrent(USER, { document: A, name: 'gone', version: 10, saved: A })
    expect(await load(account(['second', B]))).toMatchObject({ name: 'second' })
  })

  test('has the unsaved changes of this device, based on their version', async () => {
    writeCurrent(USER, { document: A, name: 'first', version: 4, saved: B })
    const state = await load(account(['first', B]))
    expect(state).toEqual({ document: A, name: 'first', version: 4, saved: null })
    expect(isUnsaved(state)).toBe(true)
  })

  test('does not have those of another account', async () => {
    writeCurrent(USER + 1, { document: A, name: 'first', version: 4, saved: B })
    expect(await load()).toMatchObject({ document: B, name: null })
  })

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a damaged document', JSON.stringify({ name: 'x', current: { name: 'x', version: 1, document: { format: 1 } } })],
    [
      'a newer format',
      JSON.stringify({ name: null, current: { name: null, version: 0, document: { ...A, format: 2 } } }),
    ],
    ['no version', JSON.stringify({ name: null, current: { name: null, document: A }, aside: 'x' })],
  ])('ignores stored text that is %s', async (_, text) => {
    stubStorage({ [`flowprint:workspace:${USER}`]: text })
    expect(await load()).toMatchObject({ document: B, version: 0 })
  })

  test('is not replaced by a default if the account cannot be read', async () => {
    const failing = { list: () => Promise.reject(new Error('offline')), read: async () => null }
    await expect(loadWorkspace({ userId: USER, createDefault: () => B, account: failing })).rejects.toThrow('offline')
  })
})

describe('a link', () => {
  test('is the text after #w=', () => {
    expect(linkText('#w=1.abc')).toBe('1.abc')
    expect(linkText('#top')).toBeNull()
    expect(linkText('')).toBeNull()
  })

  test('opens unsaved, and the changes of the page are put aside', async () => {
    openWorkspace(unsaved('mine'))
    const state = await openLink((await encodeWorkspace(A))!, USER)
    expect(state).toEqual({ document: A, name: null, version: 0, saved: null })
    expect(readCopies(USER)).toMatchObject({ current: null, aside: [{ name: 'mine', version: 3 }] })
  })

  test.each([
    ['damaged', '1.!!', { kind: 'unreadable' }],
    ['of a newer version', '2.abc', { kind: 'newer' }],
  ])('that is %s is refused and changes nothing', async (_, text, refused) => {
    openWorkspace(unsaved('mine'))
    expect(await openLink(text, USER)).toEqual(refused)
    expect(useWorkspace.getState().name).toBe('mine')
    expect(readCopies(USER).aside).toEqual([])
  })

  test('with a fault is refused with its path', async () => {
    const broken = { ...A, tabs: [{ ...A.tabs[0], cells: [{ ...A.tabs[0].cells[0], cycle: 'é' }] }] }
    const read = await openLink(`1.${await packText(JSON.stringify(broken))}`, USER)
    expect(read).toMatchObject({ kind: 'invalid', faults: [{ field: 'tabs.0.cells.0.cycle' }] })
  })
})

describe('changes on the device', () => {
  test('are stored a moment later, once for many', () => {
    const stop = keepOnDevice(USER)
    openWorkspace({ document: A, name: 'first', version: 4, saved: A })
    renameTab('x')
    vi.advanceTimersByTime(200)
    renameTab('y')
    expect(readCopies(USER).current).toBeNull()
    vi.advanceTimersByTime(100)
    expect(readCopies(USER).current).toMatchObject({ name: 'first', version: 4, document: { tabs: [{ name: 'y' }] } })
    stop()
  })

  test('are stored at once when the page is hidden or left', () => {
    const stop = keepOnDevice(USER)
    openWorkspace(unsaved('mine'))
    dispatch('pagehide')
    expect(readCopies(USER).current?.name).toBe('mine')
    renameTab('later')
    Object.assign(globalThis.document, { visibilityState: 'hidden' })
    dispatch('visibilitychange')
    expect(readCopies(USER).current?.document.tabs[0].name).toBe('later')
    renameTab('last')
    stop()
    expect(readCopies(USER).current?.document.tabs[0].name).toBe('last')
  })

  test('are no longer stored once they are saved', () => {
    writeCurrent(USER, unsaved('mine'))
    writeCurrent(USER, { document: A, name: 'mine', version: 4, saved: A })
    expect(readCopies(USER)).toEqual({ name: 'mine', current: null, aside: [] })
  })

  test('put aside are kept newest first, up to a limit, and can be dropped', () => {
    for (let i = 1; i <= MAX_COPIES_ASIDE + 1; i++) {
      writeCurrent(USER, unsaved(`w${i}`))
      putAside(USER)
    }
    expect(readCopies(USER).aside.map(({ name }) => name)).toEqual(['w6', 'w5', 'w4', 'w3', 'w2'])
    dropAside(USER, 1)
    expect(readCopies(USER).aside.map(({ name }) => name)).toEqual(['w6', 'w4', 'w3', 'w2'])
  })
})

const dispatch = (type: string) => (globalThis.document as unknown as EventTarget).dispatchEvent(new Event(type))
