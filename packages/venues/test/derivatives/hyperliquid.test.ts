import { describe, expect, test } from 'vitest'
import { readHyperliquidDerivatives } from '../../src/derivatives/venues/hyperliquid.ts'
import type { DerivativesRecord } from './derivatives-record.ts'
import { fixtureMessages, readDerivatives, RECEIVED_AT_MS } from './derivatives-record.ts'

const CONTEXT = { funding: '0.0000097782', openInterest: '36312.09738', oraclePx: '80698.0', markPx: '80654.0' }

const message = (ctx: object): object => ({ channel: 'activeAssetCtx', data: { coin: 'BTC', ctx } })

const read = (...messages: object[]): DerivativesRecord => readDerivatives(readHyperliquidDerivatives, messages)

describe('readHyperliquidDerivatives', () => {
  test('reads a context with our clock, and the oracle price as the index price', () => {
    expect(read(message(CONTEXT)).stats).toEqual([
      {
        marketId: 'BTC',
        ts: RECEIVED_AT_MS,
        openInterest: '36312.09738',
        fundingRate: '0.0000097782',
        markPrice: '80654.0',
        indexPrice: '80698.0',
      },
    ])
  })

  test('rejects a context without funding, as those of spot markets', () => {
    const { funding: _, ...spot } = CONTEXT
    const record = read(message(spot))
    expect(record.notes).toEqual([expect.stringMatching(/^fault: a context without/)])
    expect(record.stats).toEqual([])
  })

  test('reads confirmations, refusals and repeated subscriptions', () => {
    const subscription = { type: 'activeAssetCtx', coin: 'BTC' }
    const request = JSON.stringify(subscription)
    const { notes } = read(
      { channel: 'subscriptionResponse', data: { method: 'subscribe', subscription } },
      { channel: 'subscriptionResponse', data: { method: 'unsubscribe', subscription } },
      { channel: 'error', data: `Invalid subscription ${request}` },
      { channel: 'error', data: `Already subscribed: ${request}` },
      { channel: 'pong' },
    )
    expect(notes).toEqual(['confirmed BTC', `refused BTC: Invalid subscription ${request}`, 'confirmed BTC'])
  })
})

const NAMES = ['hyperliquid__fra_active_asset_ctx.jsonl', 'hyperliquid__tardis_active_asset_ctx.json']
const messages = fixtureMessages(NAMES, 'tests on contexts received from Hyperliquid')

test.skipIf(messages === null)('contexts received from Hyperliquid', () => {
  const record = readDerivatives(readHyperliquidDerivatives, messages ?? [])
  expect(record.notes).toEqual(['confirmed BTC'])
  expect(record.stats).toHaveLength(6)
  expect(record.stats[2]).toMatchObject({
    marketId: 'ETH',
    openInterest: '897461.4046000001',
    fundingRate: '0.0000125',
  })
})
