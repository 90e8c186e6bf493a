import { LoadedMoment, MAX_MOMENTS, type MomentContent, Moments } from '@flowprint/contract'
import { Compile } from 'typebox/compile'
import { afterAll, expect, test } from 'vitest'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { PASSWORD, accountWorld } from '../accounts/world.ts'

const world = await accountWorld()
afterAll(() => world.close())

async function loggedInUser() {
  const person = await world.signUp()
  return { ...person, call: (path: string, body: unknown = {}) => world.call(path, body, { token: person.token }) }
}

const T = Date.UTC(2025, 5, 21, 12, 34, 56, 789)

const momentOf = (note: string, change: Partial<MomentContent> = {}): MomentContent => ({
  symbol: 'BINANCE:LTCUSDT',
  cycle: '5m',
  precision: '0.05',
  settings: '1',
  view: 'mode-delta',
  range: { from: T - 3_600_000, to: T },
  cutoff: { t: T, trades: 2 },
  drawings: [
    {
      kind: 'trend',
      points: [
        { t: T - 600_000, price: '84.5' },
        { t: T, price: '85' },
      ],
      colour: '#3b82f6',
      width: 2,
    },
    { kind: 'text', points: [{ t: T, price: '85' }], colour: '#3b82f6', width: 1, text: '看这里 🙂' },
  ],
  note,
  ...change,
})

test('a moment is read by any member, exactly as saved, under an id that cannot be guessed', async () => {
  const [author, reader] = [await loggedInUser(), await loggedInUser()]
  const { id } = (await author.call('/save_moment', momentOf('  被动卖盘吸收\n第二行  '))).data
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
  const read = (await reader.call('/moment', { id })).data
  expect(Compile(LoadedMoment).Errors(read)).toEqual([])
  expect(read).toMatchObject({ id, delay_ms: expect.any(Number), wait_ms: 0 })
  expect(read.content).toEqual(momentOf('被动卖盘吸收\n第二行'))
  // Nothing says who the author is.
  expect(Object.keys(read).sort()).toEqual(['content', 'created_at', 'delay_ms', 'id', 'wait_ms'])
})

test('the same content has the same id, whatever the order of its keys, and another account gets its own', async () => {
  const [author, other] = [await loggedInUser(), await loggedInUser()]
  const content = momentOf('same')
  const reordered = Object.fromEntries(Object.entries(content).reverse())
  const answers = await Promise.all([content, reordered, content].map((body) => author.call('/save_moment', body)))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect((await author.call('/moments')).data.total).toBe(1)
  const next = (await author.call('/save_moment', momentOf('same', { cutoff: { t: T, trades: 3 } }))).data.id
  expect(next).not.toBe(answers[0].data.id)
  expect((await other.call('/save_moment', content)).data.id).not.toBe(answers[0].data.id)
})

test('own moments are listed in pages, newest first, and only the owner deletes them', async () => {
  const [author, other] = [await loggedInUser(), await loggedInUser()]
  const ids: string[] = []
  for (const note of ['one', 'two', 'three']) {
    ids.push((await author.call('/save_moment', momentOf(note))).data.id)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const first = (await author.call('/moments', { page_size: 2 })).data
  expect(Compile(Moments).Errors(first)).toEqual([])
  expect(first).toMatchObject({ total: 3, list: [{ id: ids[2], note: 'three', t: T, drawings: 2 }, { id: ids[1] }] })
  expect((await author.call('/moments', { page_size: 2, page_cur: 2 })).data.list).toMatchObject([{ id: ids[0] }])
  expect((await other.call('/moments')).data).toMatchObject({ list: [], total: 0 })

  expect((await other.call('/delete_moment', { id: ids[0] })).data.error).toBe('NOT_FOUND')
  expect((await author.call('/delete_moment', { id: ids[0] })).code).toBe(200)
  expect((await author.call('/delete_moment', { id: ids[0] })).data.error).toBe('NOT_FOUND')
  const gone = await other.call('/moment', { id: ids[0] })
  // A deleted moment and one that never was look the same.
  expect(gone).toEqual(await other.call('/moment', { id: 'A'.repeat(22) }))
  expect(gone.code).toBe(404)
})

test('visitors can do nothing', async () => {
  const { id } = (await (await loggedInUser()).call('/save_moment', momentOf('members only'))).data
  for (const [path, body] of [
    ['/moment', { id }],
    ['/moments', {}],
    ['/save_moment', momentOf('x')],
    ['/delete_moment', { id }],
  ] as const)
    expect((await world.call(path, body)).code).toBe(401)
})

test('says how long a reader has to wait for a moment that is newer than their delay', async () => {
  const { call } = await loggedInUser()
  const t = Date.now() + 3_600_000
  const { id } = (await call('/save_moment', momentOf('soon', { cutoff: { t, trades: 0 } }))).data
  const { wait_ms: waitMs, delay_ms: delayMs } = (await call('/moment', { id })).data
  expect(waitMs - delayMs).toBeGreaterThan(3_500_000)
  expect(waitMs - delayMs).toBeLessThanOrEqual(3_600_000)
})

const LINE = momentOf('').drawings[0]
test.each([
  ['symbol', { symbol: 'btc' }],
  ['cycle', { cycle: '5m<script>' }],
  ['precision', { precision: '0' }],
  ['precision', { precision: '-1' }],
  ['settings', { settings: 'é' }],
  ['view', { view: 'x'.repeat(2001) }],
  ['range', { range: { from: T, to: T } }],
  ['cutoff.t', { cutoff: { t: -1, trades: 0 } }],
  ['cutoff.trades', { cutoff: { t: T, trades: 0.5 } }],
  ['drawings.0.points', { drawings: [{ ...LINE, points: LINE.points.slice(1) }] }],
  ['drawings.0.colour', { drawings: [{ ...LINE, colour: 'url(x)' }] }],
  ['drawings', { drawings: Array.from({ length: 201 }, () => LINE) }],
  ['note', { note: 'a\u0007b' }],
  ['note', { note: 'x'.repeat(501) }],
] as const)('is refused with a fault of %s', async (field, change) => {
  const { call } = await loggedInUser()
  const answer = await call('/save_moment', momentOf('', change as Partial<MomentContent>))
  expect(answer.code).toBe(400)
  expect(Object.keys(answer.data.fields)).toEqual([field])
  expect((await call('/moments')).data.total).toBe(0)
})

test('keeps at most the limit, and still returns the id of the same content', async () => {
  const { id: accountId, call } = await loggedInUser()
  const { id } = (await call('/save_moment', momentOf('first'))).data
  await world.pool.query(
    `insert into moment (id, account_id, content_hash, content, created_at)
     select 'limit-' || i, $1::bigint, int4send(i), $3, now() from generate_series(2, $2) i`,
    [accountId, MAX_MOMENTS, JSON.stringify(momentOf('many'))],
  )
  expect((await call('/save_moment', momentOf('one more'))).data.fields.note[0].error).toBe('TOO_MANY_KEPT')
  expect((await call('/save_moment', momentOf('first'))).data.id).toBe(id)
})

test('an export contains the moments, and deleting the account removes them', async () => {
  const [{ id, call }, other] = [await loggedInUser(), await loggedInUser()]
  await other.call('/save_moment', momentOf('theirs'))
  await call('/save_moment', momentOf('mine'))
  expect((await call('/export_data', { password: PASSWORD })).data.workspace.moments).toEqual([momentOf('mine')])
  await call('/delete_account', { password: PASSWORD })
  await runAccountCleanup(world.pool, Date.now() + 15 * 86_400_000)
  const { rows } = await world.pool.query(
    `select (select count(*) from moment where account_id = $1) as left,
      (select count(*) from moment where account_id = $2) as others`,
    [id, other.id],
  )
  expect(rows).toEqual([{ left: 0, others: 1 }])
})
