import type { ServerMessage } from '@flowprint/contract'
import { MINUTE_MS } from '@flowprint/orderflow'
import { describe, expect, it } from 'vitest'
import { CallFailure } from '../../src/shared/http/envelope.ts'
import type { Trade } from '../order-flow/bars.ts'
import { FakeMarket, SYMBOL } from './fake-market.ts'
import { sessionUnderTest } from './client-under-test.ts'

const history = (): Trade[] => Array.from({ length: 30 }, (_, i) => [i * 20_000, 8000 + (i % 5), 10, i % 2 === 0])
const expired = new CallFailure('sessionExpired', '401', 'expired')

const open = async () => {
  const under = sessionUnderTest(new FakeMarket(history(), MINUTE_MS, 10 * MINUTE_MS))
  await under.open()
  return under
}
const refusals = ({ posted }: ReturnType<typeof sessionUnderTest>) =>
  posted.flatMap((message) => (message.type === 'refused' ? [message.failure.kind] : []))

describe('the market worker', () => {
  it('reports a refused chart to the page as refused and failed', async () => {
    const under = sessionUnderTest(new FakeMarket(history(), MINUTE_MS, 10 * MINUTE_MS))
    under.control.fail = expired
    await under.open()
    expect(refusals(under)).toEqual(['sessionExpired'])
    expect(under.types()).toContain('failed')
  })

  it('does not retry after a refusal, unlike other failures', async () => {
    const asked = async (failure: Error) => {
      const under = await open()
      const before = under.windows.length
      under.control.fail = failure
      // The page keeps its data during a reload.
      under.session.message({ op: 'resync', symbol: SYMBOL, reason: 'tape' })
      await under.settle()
      return { times: under.windows.length - before, refused: refusals(under) }
    }
    expect((await asked(new CallFailure('connection', '', ''))).times).toBeGreaterThan(1)
    expect(await asked(expired)).toEqual({ times: 1, refused: ['sessionExpired'] })
  })

  it.each([
    [401, 'SESSION_EXPIRED', ['sessionExpired']],
    [403, 'FORBIDDEN', ['forbidden']],
    [429, 'RATE_LIMITED', []],
  ])('hears %i from the stream and passes on what is about the session', async (code, error, kinds) => {
    const under = await open()
    under.session.message({ op: 'error', code, message: 'words', data: { error } } as ServerMessage)
    expect(refusals(under)).toEqual(kinds)
  })

  it('continues with a replaced token in its calls and its next hello', async () => {
    const under = await open()
    under.session.receive({ type: 'identity', identity: { language: 'zh', token: 'newer' } })
    under.session.receive({ type: 'retry', view: 1 })
    await under.settle()
    const since = under.tokens.slice(under.tokens.indexOf('newer'))
    expect(since.length).toBeGreaterThan(1)
    expect(new Set(since)).toEqual(new Set(['newer']))
  })
})
