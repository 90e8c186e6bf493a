import {
  MAX_WORKSPACE_VERSIONS,
  MAX_WORKSPACES,
  Workspace,
  Workspaces,
  WorkspaceVersions,
  type WorkspaceDocument,
} from '@flowprint/contract'
import { Compile } from 'typebox/compile'
import { afterAll, describe, expect, test } from 'vitest'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { PASSWORD, accountWorld } from '../accounts/world.ts'

const world = await accountWorld()
afterAll(() => world.close())

async function loggedInUser() {
  const person = await world.signUp()
  return { ...person, call: (path: string, body: unknown = {}) => world.call(path, body, { token: person.token }) }
}

/** A document that is recognised by its cycle. */
const documentOf = (cycle: string): WorkspaceDocument => ({
  format: 1,
  active: 0,
  tabs: [
    {
      name: '剥头皮 🙂',
      grid: {
        direction: 'row',
        parts: [
          { size: 6000, cell: 'a' },
          {
            size: 4000,
            split: {
              direction: 'column',
              parts: [
                { size: 5000, cell: 'b' },
                { size: 5000, cell: 'c' },
              ],
            },
          },
        ],
      },
      cells: [
        { id: 'a', kind: 'chart', group: 'blue', symbol: 'BINANCE:LTCUSDT', cycle, settings: '1', view: 'mode-delta' },
        { id: 'b', kind: 'ladder', group: 'blue', symbol: 'BINANCE:LTCUSDT', precision: '0.01' },
        { id: 'c', kind: 'watchlist' },
      ],
      groups: [{ colour: 'blue', links: ['symbol', 'range'] }],
      maximised: 'a',
    },
  ],
})
const DOCUMENT = documentOf('1m')

describe('workspaces', () => {
  test('are created, read as saved, updated, renamed and deleted', async () => {
    const { call } = await loggedInUser()
    const made = (await call('/save_workspace', { name: ' 早盘 ', version: 0, document: DOCUMENT })).data
    expect(made.name).toBe('早盘')
    const read = (await call('/workspace', { name: '早盘' })).data
    expect(read).toMatchObject({ ...made, document: DOCUMENT })
    expect(read.document).toEqual(DOCUMENT)
    expect(Compile(Workspace).Errors(read)).toEqual([])
    const changed = (await call('/save_workspace', { ...made, document: documentOf('5m') })).data
    expect(changed.version).toBeGreaterThan(made.version)
    const savedAt = (await call('/workspace', { name: '早盘' })).data.saved_at
    const renamed = (await call('/save_workspace', { ...changed, new_name: 'Night' })).data
    expect((await call('/workspace', { name: '早盘' })).data.error).toBe('NOT_FOUND')
    expect((await call('/workspace', { name: 'Night' })).data).toEqual({
      ...renamed,
      saved_at: savedAt,
      document: documentOf('5m'),
    })
    await call('/save_workspace', { name: 'Evening', version: 0, document: DOCUMENT })
    const { list } = (await call('/workspaces')).data
    expect(Compile(Workspaces).Errors({ list })).toEqual([])
    expect(list).toMatchObject([{ name: 'Evening' }, { ...renamed, saved_at: savedAt }])
    expect((await call('/save_workspace', { ...renamed, new_name: 'Evening' })).data.fields.new_name[0].error).toBe(
      'NAME_IN_USE',
    )
    expect((await call('/save_workspace', { ...renamed, document: null })).data).toEqual({
      name: 'Night',
      version: 0,
      deleted: true,
    })
    expect((await call('/save_workspace', { ...renamed, document: null })).data.error).toBe('STALE_VERSION')
    expect((await call('/workspaces')).data.list).toHaveLength(1)
  })

  test('reject a stale version, even after one was deleted and saved again', async () => {
    const { call } = await loggedInUser()
    const save = (version: number, document: unknown) => call('/save_workspace', { name: 'mine', version, document })
    const first = (await save(0, DOCUMENT)).data.version
    expect((await save(0, DOCUMENT)).data.error).toBe('STALE_VERSION')
    const second = (await save(first, documentOf('5m'))).data.version
    expect((await save(first, documentOf('15m'))).code).toBe(409)
    expect((await call('/save_workspace', { name: 'mine', version: first, new_name: 'x' })).code).toBe(409)
    expect((await call('/workspace', { name: 'mine' })).data.document).toEqual(documentOf('5m'))
    await save(second, null)
    const again = (await save(0, DOCUMENT)).data.version
    expect(again).toBeGreaterThan(second)
    expect((await save(second, documentOf('5m'))).code).toBe(409)
    // A refused save keeps nothing.
    expect((await call('/workspace_versions', { name: 'mine' })).data.list).toEqual([])
  })

  test('accept exactly one of concurrent saves, for the first and every later one', async () => {
    const { call } = await loggedInUser()
    let version = 0
    for (let round = 0; round < 3; round++) {
      const cycles = ['1m', '2m', '3m', '4m', '5m'].map((cycle) => `${round}${cycle}`)
      const answers = await Promise.all(
        cycles.map((cycle) => call('/save_workspace', { name: 'mine', version, document: documentOf(cycle) })),
      )
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
      const winner = answers.findIndex(({ code }) => code === 200)
      const read = (await call('/workspace', { name: 'mine' })).data
      expect(read.document).toEqual(documentOf(cycles[winner]))
      expect(read.version).toBe(answers[winner].data.version)
      version = read.version
    }
    expect((await call('/workspace_versions', { name: 'mine' })).data.list).toHaveLength(2)
  })

  test('get a name once when two are renamed to it at once', async () => {
    const { call } = await loggedInUser()
    const [a, b] = await Promise.all(
      ['a', 'b'].map(async (name) => (await call('/save_workspace', { name, version: 0, document: DOCUMENT })).data),
    )
    const answers = await Promise.all([a, b].map((one) => call('/save_workspace', { ...one, new_name: 'same' })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
  })

  test('are limited in number, also under concurrent saves', async () => {
    const { call, id } = await loggedInUser()
    await world.pool.query(
      `insert into saved_workspace (account_id, name, document, saved_at) select $1, 'W' || i, $3, now() from generate_series(3, $2) i`,
      [id, MAX_WORKSPACES, JSON.stringify(DOCUMENT)],
    )
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((i) => call('/save_workspace', { name: `new ${i}`, version: 0, document: DOCUMENT })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 400, 400, 400])
    expect(answers.find(({ code }) => code === 400)?.data.fields.name[0].error).toBe('TOO_MANY_KEPT')
  })

  test('are not visible to other accounts', async () => {
    const [mine, theirs] = [await loggedInUser(), await loggedInUser()]
    const first = (await mine.call('/save_workspace', { name: 'mine', version: 0, document: DOCUMENT })).data
    const second = (await mine.call('/save_workspace', { ...first, document: documentOf('5m') })).data
    expect((await theirs.call('/workspaces', { account_id: mine.id })).data.list).toEqual([])
    for (const version of [undefined, first.version, second.version])
      expect((await theirs.call('/workspace', { name: 'mine', version })).code).toBe(404)
    expect((await theirs.call('/workspace_versions', { name: 'mine' })).code).toBe(404)
    expect((await theirs.call('/save_workspace', { ...second, document: DOCUMENT })).code).toBe(409)
    expect((await theirs.call('/save_workspace', { ...second, document: null })).code).toBe(409)
    expect((await theirs.call('/save_workspace', { name: 'mine', version: 0, document: DOCUMENT })).code).toBe(200)
    expect((await theirs.call('/workspace', { name: 'mine', version: first.version })).code).toBe(404)
    expect((await mine.call('/workspace', { name: 'mine' })).data.document).toEqual(documentOf('5m'))
    for (const path of ['/workspaces', '/workspace', '/workspace_versions', '/save_workspace'])
      expect((await world.call(path, {})).code).toBe(401)
  })
})

describe('earlier versions', () => {
  test('contain every replaced document, and restoring one loses nothing', async () => {
    const { call } = await loggedInUser()
    const save = async (version: number, document: unknown) =>
      (await call('/save_workspace', { name: 'mine', version, document })).data.version as number
    const first = await save(0, documentOf('1m'))
    const firstAt = (await call('/workspace', { name: 'mine' })).data.saved_at
    const second = await save(first, documentOf('5m'))
    const { list } = (await call('/workspace_versions', { name: 'mine' })).data
    expect(list).toEqual([{ version: first, saved_at: firstAt }])
    expect(Compile(WorkspaceVersions).Errors({ list })).toEqual([])
    const earlier = (await call('/workspace', { name: 'mine', version: first })).data
    expect(earlier).toEqual({ name: 'mine', version: first, saved_at: firstAt, document: documentOf('1m') })
    expect((await call('/workspace', { name: 'mine', version: second })).data.document).toEqual(documentOf('5m'))
    await save(second, earlier.document)
    expect((await call('/workspace', { name: 'mine' })).data.document).toEqual(documentOf('1m'))
    expect((await call('/workspace', { name: 'mine', version: second })).data.document).toEqual(documentOf('5m'))
    expect((await call('/workspace', { name: 'mine', version: second + 1_000_000 })).data.error).toBe('NOT_FOUND')
  })

  test('follow a rename, which is no version, and end with the workspace', async () => {
    const { call } = await loggedInUser()
    const first = (await call('/save_workspace', { name: 'a', version: 0, document: documentOf('1m') })).data
    const second = (await call('/save_workspace', { ...first, document: documentOf('5m') })).data
    const renamed = (await call('/save_workspace', { ...second, new_name: 'b' })).data
    expect((await call('/workspace_versions', { name: 'b' })).data.list).toHaveLength(1)
    expect((await call('/workspace', { name: 'b', version: first.version })).data.document).toEqual(documentOf('1m'))
    await call('/save_workspace', { ...renamed, document: null })
    expect((await call('/workspace_versions', { name: 'b' })).data.error).toBe('NOT_FOUND')
    await call('/save_workspace', { name: 'b', version: 0, document: DOCUMENT })
    expect((await call('/workspace_versions', { name: 'b' })).data.list).toEqual([])
  })

  test('are the newest ten, and an unchanged save does not push one out', async () => {
    const { call } = await loggedInUser()
    let last = (await call('/save_workspace', { name: 'mine', version: 0, document: documentOf('0m') })).data
    const versions: number[] = [last.version]
    for (let i = 1; i <= MAX_WORKSPACE_VERSIONS + 2; i++) {
      last = (await call('/save_workspace', { ...last, document: documentOf(`${i}m`) })).data
      versions.push(last.version)
    }
    const expected = versions.slice(2, -1).reverse()
    const listed = async () =>
      (await call('/workspace_versions', { name: 'mine' })).data.list.map((row: { version: number }) => row.version)
    expect(await listed()).toEqual(expected)
    const again = (await call('/save_workspace', { ...last, document: documentOf('12m') })).data
    expect(again.version).toBeGreaterThan(last.version)
    expect(await listed()).toEqual(expected)
  })
})

describe('a document is refused', () => {
  const tab = DOCUMENT.tabs[0]
  test.each([
    [{ ...DOCUMENT, format: 2 }, 'document.format', 'NOT_A_CHOICE'],
    [{ ...DOCUMENT, active: 1 }, 'document.active', 'BAD_BODY'],
    [{ ...DOCUMENT, tabs: [tab, { ...tab, maximised: 'z' }] }, 'document.tabs.1.maximised', 'BAD_BODY'],
    [
      { ...DOCUMENT, tabs: [{ ...tab, cells: [...tab.cells.slice(0, 2), { ...tab.cells[2], cycle: '1m' }] }] },
      'document.tabs.0.cells.2.cycle',
      'BAD_BODY',
    ],
    [
      { ...DOCUMENT, tabs: [{ ...tab, cells: [{ ...tab.cells[0], kind: 'dom' }, ...tab.cells.slice(1)] }] },
      'document.tabs.0.cells.0.kind',
      'NOT_A_CHOICE',
    ],
    [{ ...DOCUMENT, tabs: [{ ...tab, name: '\ud83d' }] }, 'document.tabs.0.name', 'BAD_BODY'],
    [undefined, 'document', 'REQUIRED'],
  ])('with the path of the fault, case %#', async (document, field, error) => {
    const { call } = await loggedInUser()
    const answer = await call('/save_workspace', { name: 'mine', version: 0, document })
    expect(answer.code).toBe(400)
    expect(answer.data.fields[field][0].error).toBe(error)
    expect((await call('/workspaces')).data.list).toEqual([])
  })

  test('when it is too long, and saved at the limit', async () => {
    const { call } = await loggedInUser()
    const cells = Array.from({ length: 6 }, (_, i) => ({
      id: `c${i}`,
      kind: 'chart',
      settings: 'x'.repeat(8000),
      view: 'x'.repeat(2000),
    }))
    const full = {
      name: 'full',
      grid: { direction: 'row', parts: cells.map(({ id }, i) => ({ size: i === 0 ? 2500 : 1500, cell: id })) },
      cells,
      groups: [],
    }
    const save = (name: string, tabs: unknown[]) =>
      call('/save_workspace', { name, version: 0, document: { format: 1, active: 0, tabs } })
    expect((await save('fits', [full])).code).toBe(200)
    expect((await save('long', [full, full])).data.fields.document[0].error).toBe('TOO_LONG')
  })
})

test('an export contains every workspace with its earlier documents, and deleting the account removes them', async () => {
  const [{ id, call }, other] = [await loggedInUser(), await loggedInUser()]
  await other.call('/save_workspace', { name: 'theirs', version: 0, document: documentOf('3m') })
  const first = (await call('/save_workspace', { name: 'mine', version: 0, document: documentOf('1m') })).data
  const second = (await call('/save_workspace', { ...first, document: documentOf('5m') })).data
  await call('/save_workspace', { ...second, document: documentOf('15m') })
  await call('/save_workspace', { name: 'another', version: 0, document: DOCUMENT })
  expect((await call('/export_data', { password: PASSWORD })).data.workspace.workspaces).toEqual([
    { name: 'another', document: DOCUMENT, earlier: [] },
    { name: 'mine', document: documentOf('15m'), earlier: [documentOf('5m'), documentOf('1m')] },
  ])
  await call('/delete_account', { password: PASSWORD })
  await runAccountCleanup(world.pool, Date.now() + 15 * 86_400_000)
  const { rows } = await world.pool.query(
    `select (select count(*) from saved_workspace where account_id = $1) as left,
      (select count(*) from saved_workspace where account_id = $2) as others,
      (select count(*) from saved_workspace_version v where not exists (select from saved_workspace w where w.id = v.workspace_id)) as orphans`,
    [id, other.id],
  )
  expect(rows).toEqual([{ left: 0, others: 1, orphans: 0 }])
})
