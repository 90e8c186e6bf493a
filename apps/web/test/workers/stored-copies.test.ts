import { encodeAnswer, MINUTE_MS, parseSettings } from '@flowprint/orderflow'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadPage } from '../../src/workers/history.ts'
import type { ViewRequest } from '../../src/workers/protocol.ts'
import { FakeMarket } from './fake-market.ts'
import { sessionUnderTest } from './client-under-test.ts'

const START = Date.UTC(2025, 5, 21)
const market = () =>
  new FakeMarket(
    Array.from({ length: 1200 }, (_, i) => [START + i * MINUTE_MS, 8_000 + (i % 9), 1, true]),
    MINUTE_MS,
    START + 1200 * MINUTE_MS,
  )
const REQUEST = { symbol: 'A:B', cycle: '1m', precision: '0.01', settings: parseSettings(undefined) } as ViewRequest
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

describe('a page that the browser had stored', () => {
  const load = async (headers: Record<string, string>) => {
    const answer = market().answer({ to: START + 600 * MINUTE_MS, limit: 100 })
    const bytes = encodeAnswer({ ...answer, meta: { ...answer.meta, last_seq: 40 } })
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array(bytes), { headers }))
    return (await loadPage(REQUEST, { to: START + 600 * MINUTE_MS }, { language: 'en', token: 'x' }, signal)).meta
      .last_seq
  }

  it.each([
    ['contains the entries up to which the server confirmed it', { 'last-seq': '57' }, 57],
    ['is never older than its body', { 'last-seq': '12' }, 40],
    ['without the header is as old as its body', {}, 40],
    ['ignores a header that is no number', { 'last-seq': 'x' }, 40],
  ] as const)('%s', async (_name, headers, lastSeq) => {
    expect(await load(headers)).toBe(lastSeq)
  })
})

describe('a request', () => {
  it('says which entry of the log its chart has received', async () => {
    const sent: (string | null)[] = []
    vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers).get('seen-seq'))
      return new Response(new Uint8Array(encodeAnswer(market().answer({ limit: 10 }))))
    })
    await loadPage(REQUEST, {}, { language: 'en', token: 'x' }, signal)
    await loadPage(REQUEST, {}, { language: 'en', token: 'x', seenSeq: 61 }, signal)
    expect(sent).toEqual([null, '61'])
  })

  it('of an older page names the last entry received, and the first request of a chart names none', async () => {
    const under = sessionUnderTest(market())
    await under.open()
    under.session.receive({ type: 'older', view: 1 })
    await under.settle()
    const lastSeq = under.sent.flatMap((message) => (message.op === 'subscribe' ? [message.from_seq] : [])).at(-1)
    expect(under.seen).toEqual([undefined, lastSeq])
    expect(lastSeq).toBeGreaterThan(0)
  })
})
