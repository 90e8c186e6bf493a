import { DEPTH_MIME, DEPTH_PARTS_MIME } from '@flowprint/contract'
import { BID, encodeDepthColumns, encodeDepthParts, foldColumns } from '@flowprint/orderflow'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { depthCalls } from '../../../src/workers/depth/depth-calls.ts'
import type { ViewRequest } from '../../../src/workers/protocol.ts'
import { FakeDepth } from './fake-depth.ts'

const START = 1_700_000_000_000
const WINDOW = { from: START, to: START + 10_000, intervalMs: 1_000 }
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

const columns = () => {
  const depth = new FakeDepth(START)
  depth.change([[BID, 990, 7]], START + 2_500)
  return foldColumns(depth.frames, { fromMs: WINDOW.from, toMs: WINDOW.to, step: 1 })
}

describe('columns of the server', () => {
  const { intervalMs, step, fromMs, length } = columns()
  const packed = encodeDepthColumns(columns())
  const parts = encodeDepthParts({ intervalMs, step, fromMs, length, parts: [{ bytes: packed, factor: 1 }] })

  it.each([
    ['in parts', DEPTH_PARTS_MIME, parts],
    ['as one message, from a server of the release before', DEPTH_MIME, packed],
  ])('are decoded %s', async (_name, type, bytes) => {
    const asked: (string | null)[] = []
    vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
      asked.push(new Headers(headers).get('accept'))
      return new Response(new Uint8Array(bytes), { headers: { 'content-type': type, 'qty-unit': '0.01' } })
    })
    const request = { symbol: 'A:B' } as ViewRequest
    const loaded = await depthCalls.loadDepth(request, WINDOW, { language: 'en', token: 'x' }, signal)
    expect(loaded).toEqual({ columns: columns(), qtyUnit: '0.01' })
    expect(asked).toEqual([`${DEPTH_PARTS_MIME}, ${DEPTH_MIME};q=0.5`])
  })
})
