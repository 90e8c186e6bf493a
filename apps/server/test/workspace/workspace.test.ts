import { randomUUID } from 'node:crypto'
import {
  Drawings,
  Layouts,
  MAX_DRAWINGS,
  MAX_DRAWN_SYMBOLS,
  MAX_LAYOUTS,
  MAX_WATCHLIST,
  Watchlist,
} from '@flowprint/contract'
import type { Drawing } from '@flowprint/contract'
import { Compile } from 'typebox/compile'
import { afterAll, describe, expect, test } from 'vitest'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { PASSWORD, accountWorld } from '../accounts/world.ts'

const world = await accountWorld()
afterAll(() => world.close())
const { signUp } = world

const SYMBOL = 'BINANCE:LTCUSDT'
const line = (given: Partial<Drawing> = {}): Drawing => ({
  id: randomUUID(),
  kind: 'trend',
  points: [
    { t: 1_750_000_000_000, price: '80.01' },
    { t: 1_750_000_060_000, price: '81' },
  ],
  colour: '#3366ff',
  width: 2,
  ...given,
})
async function loggedInUser() {
  const person = await signUp()
  return { ...person, call: (path: string, body: unknown = {}) => world.call(path, body, { token: person.token }) }
}
const LAYOUT = { settings: '1', view: 'mode-delta', panels: ['watchlist'] }

describe('drawings', () => {
  test('are stored per symbol, as sent and in order', async () => {
    const { call } = await loggedInUser()
    expect((await call('/drawings', { symbol: SYMBOL })).data).toEqual({ symbol: SYMBOL, version: 0, items: [] })
    const items = [
      line({ text: '支撑 🙂', locked: true }),
      line({ kind: 'hline', points: [{ t: 0, price: '0.000000000001' }] }),
    ]
    const { data, code } = await call('/save_drawings', { symbol: SYMBOL, version: 0, items })
    expect([code, data.version > 0]).toEqual([200, true])
    const kept = (await call('/drawings', { symbol: SYMBOL })).data
    expect(kept).toEqual({ symbol: SYMBOL, version: data.version, items })
    expect(Compile(Drawings).Errors(kept)).toEqual([])
    expect((await call('/drawings', { symbol: 'BINANCE:BTCUSDT' })).data.items).toEqual([])
  })

  test('reject a stale version, even after everything was deleted and drawn again', async () => {
    const { call } = await loggedInUser()
    const save = (version: number, items: Drawing[]) => call('/save_drawings', { symbol: SYMBOL, version, items })
    const first = (await save(0, [line()])).data.version
    expect((await save(0, [line()])).data.error).toBe('STALE_VERSION')
    expect((await save(0, [])).data.error).toBe('STALE_VERSION')
    expect((await save(first, [])).data).toEqual({ symbol: SYMBOL, version: 0 })
    expect((await save(first, [])).data.error).toBe('STALE_VERSION')
    const again = (await save(0, [line(), line()])).data.version
    expect(again).toBeGreaterThan(first)
    expect((await save(first, [line()])).code).toBe(409)
    expect((await call('/drawings', { symbol: SYMBOL })).data.items).toHaveLength(2)
  })

  test('accept exactly one of concurrent saves, for the first and every later one', async () => {
    const { call } = await loggedInUser()
    let version = 0
    for (let round = 0; round < 4; round++) {
      const items = Array.from({ length: 6 }, () => [line()])
      const answers = await Promise.all(
        items.map((one) => call('/save_drawings', { symbol: SYMBOL, version, items: one })),
      )
      const winners = answers.flatMap(({ code }, i) => (code === 200 ? [i] : []))
      expect(winners).toHaveLength(1)
      expect(answers.filter(({ data }) => data.error === 'STALE_VERSION')).toHaveLength(5)
      const kept = (await call('/drawings', { symbol: SYMBOL })).data
      expect(kept.items).toEqual(items[winners[0]])
      expect(kept.version).toBe(answers[winners[0]].data.version)
      version = kept.version
    }
  })

  test('belong to one account', async () => {
    const [mine, theirs] = [await loggedInUser(), await loggedInUser()]
    await mine.call('/save_drawings', { symbol: SYMBOL, version: 0, items: [line()] })
    expect((await theirs.call('/drawings', { symbol: SYMBOL, account_id: mine.id })).data.items).toEqual([])
  })

  test.each([
    ['too few points', line({ points: [{ t: 0, price: '1' }] }), 'items.0.points'],
    [
      'a price that is not a decimal',
      line({ kind: 'hline', points: [{ t: 0, price: '1e5' }] }),
      'items.0.points.0.price',
    ],
    ['a negative price', line({ kind: 'hline', points: [{ t: 0, price: '-1' }] }), 'items.0.points.0.price'],
    ['a fractional time', line({ kind: 'hline', points: [{ t: 0.5, price: '1' }] }), 'items.0.points.0.t'],
    ['another colour', line({ colour: 'url(x)' }), 'items.0.colour'],
    ['an unknown kind', line({ kind: 'circle' as 'rect' }), 'items.0.kind'],
    ['a null character', line({ text: 'a\u0000b' }), 'items.0.text'],
    ['an unpaired surrogate', line({ text: '\ud83d' }), null],
  ])('with %s', async (_what, item, field) => {
    const { call } = await loggedInUser()
    const answer = await call('/save_drawings', { symbol: SYMBOL, version: 0, items: [item] })
    expect([answer.code, Object.keys(answer.data.fields ?? {})]).toEqual(field === null ? [200, []] : [400, [field]])
  })

  test('reject a duplicate id', async () => {
    const { call } = await loggedInUser()
    const one = line()
    expect(
      (await call('/save_drawings', { symbol: SYMBOL, version: 0, items: [one, one] })).data.fields,
    ).toHaveProperty('items.1.id')
  })

  test('are limited per symbol, in symbols and in total', async () => {
    const { call, id } = await loggedInUser()
    const save = (symbol: string, count: number) =>
      call('/save_drawings', {
        symbol,
        version: 0,
        items: Array.from({ length: count }, () => line({ text: '字'.repeat(200) })),
      })
    expect((await save(SYMBOL, MAX_DRAWINGS + 1)).code).toBe(400)
    expect((await save(SYMBOL, MAX_DRAWINGS)).code).toBe(200)
    for (let i = 1; i < 10; i++) expect((await save(`A:S${i}`, MAX_DRAWINGS)).code).toBe(200)
    expect((await save('A:MORE', 1)).data.fields.items[0].error).toBe('TOO_MANY_KEPT')
    await world.pool.query('delete from workspace_drawings where account_id = $1 and symbol <> $2', [id, SYMBOL])
    await world.pool.query(
      `insert into workspace_drawings (account_id, symbol, items, count, saved_at)
      select $1, 'B:S' || i, '[]', 1, now() from generate_series(2, $2) i`,
      [id, MAX_DRAWN_SYMBOLS],
    )
    expect((await save('A:MORE', 1)).data.fields.symbol[0].error).toBe('TOO_MANY_KEPT')
    const { version } = (await call('/drawings', { symbol: SYMBOL })).data
    expect((await call('/save_drawings', { symbol: SYMBOL, version, items: [line()] })).code).toBe(200)
  })
})

describe('watchlist', () => {
  test('keeps its order, and distinguishes an empty list from none', async () => {
    const { call } = await loggedInUser()
    expect((await call('/watchlist')).data).toEqual({ version: 0, items: [] })
    const { version } = (await call('/save_watchlist', { version: 0, items: ['B:B', 'A:A'] })).data
    expect((await call('/watchlist')).data).toEqual({ version, items: ['B:B', 'A:A'] })
    const emptied = (await call('/save_watchlist', { version, items: [] })).data.version
    const kept = (await call('/watchlist')).data
    expect(kept).toEqual({ version: emptied, items: [] })
    expect(Compile(Watchlist).Errors(kept)).toEqual([])
  })

  test('accepts exactly one of concurrent saves', async () => {
    const { call } = await loggedInUser()
    for (const version of [0, null]) {
      const base = version ?? (await call('/watchlist')).data.version
      const answers = await Promise.all(
        [1, 2, 3, 4].map((i) => call('/save_watchlist', { version: base, items: [`A:S${i}`] })),
      )
      expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    }
  })

  test('rejects duplicate symbols, invalid symbols and too many', async () => {
    const { call } = await loggedInUser()
    const many = Array.from({ length: MAX_WATCHLIST + 1 }, (_, i) => `A:S${i}`)
    for (const items of [['A:A', 'A:A'], ['nothing'], many])
      expect((await call('/save_watchlist', { version: 0, items })).code).toBe(400)
    expect((await call('/save_watchlist', { version: 0, items: many.slice(1) })).code).toBe(200)
  })
})

describe('layouts', () => {
  test('are created, updated, renamed and deleted', async () => {
    const { call } = await loggedInUser()
    const made = (await call('/save_layout', { name: ' 早盘 ', version: 0, content: LAYOUT })).data
    expect(made.name).toBe('早盘')
    expect((await call('/save_layout', { name: '早盘', version: 0, content: LAYOUT })).data.error).toBe('STALE_VERSION')
    const content = { ...LAYOUT, symbol: SYMBOL, cycle: '1000t', precision: '0.01' }
    const changed = (await call('/save_layout', { ...made, content })).data
    const renamed = (await call('/save_layout', { ...changed, new_name: 'Night' })).data
    expect((await call('/save_layout', { ...changed, new_name: 'Other' })).data.error).toBe('STALE_VERSION')
    await call('/save_layout', { name: 'Evening', version: 0, content: LAYOUT })
    const kept = (await call('/layouts')).data
    expect(Compile(Layouts).Errors(kept)).toEqual([])
    expect(kept.list).toMatchObject([
      { name: 'Evening', content: LAYOUT },
      { name: 'Night', version: renamed.version, content },
    ])
    expect((await call('/save_layout', { ...renamed, new_name: 'Evening' })).data.fields.new_name[0].error).toBe(
      'NAME_IN_USE',
    )
    expect((await call('/save_layout', { ...renamed, content: null })).data).toMatchObject({ deleted: true })
    expect((await call('/save_layout', { ...renamed, content: null })).data.error).toBe('STALE_VERSION')
    expect((await call('/layouts')).data.list).toHaveLength(1)
  })

  test('are limited in number, also under concurrent saves', async () => {
    const { call, id } = await loggedInUser()
    await world.pool.query(
      `insert into workspace_layout (account_id, name, content, saved_at) select $1, 'L' || i, $3, now() from generate_series(3, $2) i`,
      [id, MAX_LAYOUTS, JSON.stringify(LAYOUT)],
    )
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((i) => call('/save_layout', { name: `new ${i}`, version: 0, content: LAYOUT })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 400, 400, 400])
  })

  test('get a name once when two are saved with it at once', async () => {
    const { call } = await loggedInUser()
    const [a, b] = await Promise.all(
      ['a', 'b'].map(async (name) => (await call('/save_layout', { name, version: 0, content: LAYOUT })).data),
    )
    const answers = await Promise.all([a, b].map((one) => call('/save_layout', { ...one, new_name: 'same' })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400])
  })
})

test('the tour is seen once per account, on any device', async () => {
  const [one, other] = [await loggedInUser(), await loggedInUser()]
  expect((await one.call('/tour')).data).toEqual({ seen: false })
  expect((await one.call('/finish_tour')).data).toEqual({ seen: true })
  expect((await one.call('/finish_tour')).code).toBe(200)
  expect((await one.call('/tour')).data).toEqual({ seen: true })
  expect((await other.call('/tour')).data).toEqual({ seen: false })
  expect((await world.call('/tour', {})).code).toBe(401)
})

const SCAN = {
  interval: '5m',
  conditions: [{ column: 'relative_volume', operator: 'gte', value: '2.5' }],
  sort: { column: 'change', descending: true },
  columns: ['close', 'change'],
}

test('a scan is created, changed and deleted with the version last read', async () => {
  const { call } = await loggedInUser()
  expect((await call('/scans')).data).toEqual({ list: [] })
  const { data: first } = await call('/save_scan', { name: ' busy ', version: 0, content: SCAN })
  expect(first).toEqual({ name: 'busy', version: expect.any(Number) })
  const change = { name: 'busy', version: first.version, content: { ...SCAN, interval: '1h' } }
  const [one, other] = await Promise.all([call('/save_scan', change), call('/save_scan', change)])
  expect([one.code, other.code].sort()).toEqual([200, 409])
  // The name exists.
  expect((await call('/save_scan', { name: 'busy', version: 0, content: SCAN })).code).toBe(409)
  const { list } = (await call('/scans')).data
  expect(list).toMatchObject([{ name: 'busy', content: { interval: '1h' } }])
  expect((await call('/save_scan', { name: 'busy', version: first.version, content: null })).code).toBe(409)
  expect((await call('/save_scan', { name: 'busy', version: list[0].version, content: null })).data).toEqual({
    name: 'busy',
    version: 0,
    deleted: true,
  })
  expect((await call('/scans')).data).toEqual({ list: [] })
})

test('refuses scans with unknown columns, values that are no numbers, and more than the limit', async () => {
  const { call } = await loggedInUser()
  const refused = async (content: object) => (await call('/save_scan', { name: 'x', version: 0, content })).code
  expect(await refused({ ...SCAN, columns: ['nothing'] })).toBe(400)
  expect(await refused({ ...SCAN, conditions: [{ column: 'change', operator: 'gte', value: 'much' }] })).toBe(400)
  expect(await refused({ ...SCAN, columns: [] })).toBe(400)
  for (let n = 0; n < 50; n++) await call('/save_scan', { name: `scan ${n}`, version: 0, content: SCAN })
  const full = await call('/save_scan', { name: 'one more', version: 0, content: SCAN })
  expect(full.data.fields.name[0].error).toBe('TOO_MANY_KEPT')
  expect((await call('/scans')).data.list).toHaveLength(50)
})

test('an export contains all workspace data, and deleting the account removes it', async () => {
  const { id, call } = await loggedInUser()
  const items = [line()]
  await call('/save_drawings', { symbol: SYMBOL, version: 0, items })
  await call('/save_watchlist', { version: 0, items: [SYMBOL] })
  await call('/save_layout', { name: 'mine', version: 0, content: LAYOUT })
  await call('/save_scan', { name: 'busy', version: 0, content: SCAN })
  await call('/finish_tour')
  expect((await call('/export_data', { password: PASSWORD })).data.workspace).toEqual({
    drawings: [{ symbol: SYMBOL, items }],
    watchlist: [SYMBOL],
    layouts: [{ name: 'mine', content: LAYOUT }],
    scans: [{ name: 'busy', content: SCAN }],
    workspaces: [],
    moments: [],
    tour_seen: true,
  })
  await call('/delete_account', { password: PASSWORD })
  await runAccountCleanup(world.pool, Date.now() + 15 * 86_400_000)
  const { rows } = await world.pool.query(
    'select (select count(*) from workspace_drawings where account_id = $1) + (select count(*) from workspace_watchlist where account_id = $1) + (select count(*) from workspace_layout where account_id = $1) + (select count(*) from workspace_scan where account_id = $1) + (select count(*) from workspace_tour where account_id = $1) as left',
    [id],
  )
  expect(Number(rows[0].left)).toBe(0)
})
