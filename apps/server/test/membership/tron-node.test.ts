import { startFakeTronNode } from '@flowprint/testkit'
import type { FakeTronNode } from '@flowprint/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTronNode } from '../../src/modules/membership/tron/tron-node.ts'

const [US, PAYER] = ['11', '22'].map((byte) => byte.repeat(20))
const SOLID = '/walletsolidity/gettransactioninfobyid'
const SEEN = '/wallet/gettransactioninfobyid'

let fake: FakeTronNode
let count = 0
let now = 0
beforeAll(async () => {
  fake = await startFakeTronNode()
})
afterAll(() => fake.close())
beforeEach(() => {
  now = 1_000_000
})

const nodeAt = (url: string | null, given: { key?: string; timeoutMs?: number; patienceMs?: number } = {}) =>
  createTronNode({ url, key: null, now: () => now, ...given })
const newId = (): string => (++count).toString(16).padStart(64, 'a')

function paid(state: 'final' | 'seen' = 'final'): string {
  const id = newId()
  fake.put({ id, time: now, transfers: [{ from: PAYER, to: US, amount: 5n }] }, state)
  return id
}

const pathsOf = (id: string): string[] => fake.requests.filter((request) => request.id === id).map(({ path }) => path)

describe('node', () => {
  test('returns a final transaction with one request', async () => {
    const id = paid()
    expect(await nodeAt(fake.url).ask(id)).toMatchObject({
      state: 'found',
      confirmed: true,
      transaction: { outcome: 'succeeded' },
    })
    expect(pathsOf(id)).toEqual([SOLID])
  })

  test('gets a second request for a transaction that is not final', async () => {
    const id = paid('seen')
    expect(await nodeAt(fake.url).ask(id)).toMatchObject({ state: 'found', confirmed: false })
    expect(pathsOf(id)).toEqual([SOLID, SEEN])
    expect(await nodeAt(fake.url).ask(newId())).toEqual({ state: 'unknown_transaction' })
  })

  test('receives the API key when there is one', async () => {
    const [first, second] = [paid(), paid()]
    await nodeAt(fake.url).ask(first)
    await nodeAt(fake.url, { key: 'a-key' }).ask(second)
    expect(fake.requests.filter(({ id }) => id === first || id === second).map(({ key }) => key)).toEqual([
      undefined,
      'a-key',
    ])
  })

  test('gets no repeated request within half a minute, unless a fresh check is requested', async () => {
    const node = nodeAt(fake.url)
    const id = paid('seen')
    await node.ask(id)
    fake.put({ id, time: now, transfers: [] }, 'final')
    now += 29_999
    expect(await node.ask(id)).toMatchObject({ confirmed: false })
    expect(await node.ask(id, true)).toMatchObject({ confirmed: true })
    now += 30_000
    await node.ask(id)
    expect(pathsOf(id)).toEqual([SOLID, SEEN, SOLID, SOLID])
  })

  test.each([429, 403])('that answers %i is paused for increasing times', async (status) => {
    const node = nodeAt(fake.url)
    const id = paid()
    for (const quietMs of [2_000, 4_000, 8_000]) {
      fake.answerNext(status)
      const before = fake.requests.length
      expect(await node.ask(id)).toEqual({ state: 'node_limited' })
      now += quietMs - 1
      expect(await node.ask(id)).toEqual({ state: 'node_limited' })
      expect(fake.requests.length - before).toBe(1)
      now += 1
    }
    expect(await node.ask(id)).toMatchObject({ state: 'found' })
    fake.answerNext(status)
    expect(await node.ask(id, true)).toEqual({ state: 'node_limited' })
    now += 2_000
    expect(await node.ask(id, true)).toMatchObject({ state: 'found' })
  })

  test.each(['garbage', 'other shape', 'oversized'] as const)(
    'with the answer %s is reported as invalid, without a retry',
    async (fault) => {
      const id = paid()
      fake.answerNext(fault)
      expect(await nodeAt(fake.url).ask(id)).toEqual({ state: 'node_answer_unreadable' })
      expect(pathsOf(id)).toEqual([SOLID])
    },
  )

  test.each(['hang up', 500, 502, 'redirect'] as const)('that fails once (%s) is retried once', async (fault) => {
    const id = paid()
    fake.answerNext(fault)
    expect(await nodeAt(fake.url).ask(id)).toMatchObject({ state: 'found' })
    fake.answerNext(fault, fault)
    expect(await nodeAt(fake.url).ask(id)).toEqual({ state: 'node_unreachable' })
  })

  test.each(['silence', 'slow'] as const)(
    'that times out (%s) is unreachable after one request',
    { tags: ['long'] },
    async (fault) => {
      const id = paid()
      fake.answerNext(fault)
      expect(await nodeAt(fake.url, { timeoutMs: 100 }).ask(id)).toEqual({ state: 'node_unreachable' })
      fake.answerNext(fault)
      expect(await nodeAt(fake.url, { patienceMs: 100 }).ask(id)).toEqual({ state: 'node_unreachable' })
      expect(pathsOf(id)).toEqual([SOLID, SOLID])
    },
  )

  test('that is down or not configured is unreachable, and its failure is not cached', async () => {
    const id = paid()
    expect(await nodeAt(null).ask(id)).toEqual({ state: 'node_unreachable' })
    expect(await nodeAt('http://127.0.0.1:1').ask(id)).toEqual({ state: 'node_unreachable' })
    const node = nodeAt(fake.url)
    fake.answerNext('garbage')
    await node.ask(id)
    expect(await node.ask(id)).toMatchObject({ state: 'found' })
  })
})
