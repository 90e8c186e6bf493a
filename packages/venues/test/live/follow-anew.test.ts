import { openVenueFeed } from '@flowprint/venues'
import type { MarketListing, VenueName } from '@flowprint/venues'
import {
  fakeBinance,
  fakeBybit,
  fakeCoinbase,
  fakeHyperliquid,
  fakeKraken,
  fakeOkx,
  startFakeExchange,
} from '@flowprint/testkit'
import { expect, it } from 'vitest'
import { fakeMarket, QUICK } from './binance-markets.ts'
import { FeedRecorder } from './feed-recorder.ts'
import { closing } from './stage.ts'

const EACH = 20

it.each<{
  name: VenueName
  venue: typeof fakeBinance
  marketId: (base: string) => string
  quote: string
  kind?: MarketListing['kind']
}>([
  { name: 'BINANCE', venue: fakeBinance, marketId: (base) => `${base}USDT`, quote: 'USDT' },
  { name: 'BYBIT', venue: fakeBybit, marketId: (base) => `${base}USDT`, quote: 'USDT' },
  { name: 'OKX', venue: fakeOkx, marketId: (base) => `${base}-USDT`, quote: 'USDT' },
  { name: 'COINBASE', venue: fakeCoinbase, marketId: (base) => `${base}-USD`, quote: 'USD' },
  { name: 'KRAKEN', venue: fakeKraken, marketId: (base) => `${base}/USD`, quote: 'USD' },
  { name: 'HYPERLIQUID', venue: fakeHyperliquid, marketId: (base) => base, quote: 'USDC', kind: 'perpetual' },
])(
  '$name: resubscribes a market followed again before the exchange has answered its unsubscription',
  async ({ name, venue, marketId, quote, kind = 'spot' }) => {
    const [first, other] = ['BTC', 'ETH'].map((base): MarketListing => ({
      symbol: `${name}:${base}${quote}${kind === 'spot' ? '' : '.P'}`,
      venue: name,
      kind,
      label: `${base}/${quote}`,
      marketId: marketId(base),
      ccxtSymbol: kind === 'spot' ? `${base}/${quote}` : `${base}/${quote}:${quote}`,
      tickSize: '0.1',
      lotSize: '0.0001',
      qtyUnit: 'base',
      contractSize: null,
      ids: 'fills',
    }))
    const fake = closing(
      await startFakeExchange({ venue: venue(), markets: [fakeMarket(first, EACH), fakeMarket(other, EACH, 2)] }),
    )
    const heard = new FeedRecorder()
    const feed = closing(await openVenueFeed(name, { listener: heard, urls: fake.urls, tuning: QUICK }))
    for (const listing of [first, other]) feed.follow(listing)
    await heard.until(() => heard.happened('subscribed') === 2)

    // Hold back the exchange's responses until both requests have reached it.
    const [client] = fake.clients
    // Bybit's keys include the section.
    const followed = (): string[] => [...client.subscribed].map((key) => key.replace('spot ', '')).toSorted()
    const send = client.send.bind(client)
    const held: string[] = []
    client.send = (text) => void held.push(text)
    feed.unfollow(first.symbol)
    await expect.poll(followed).toEqual([other.marketId])
    feed.follow(first)
    await expect.poll(followed, { timeout: 5000 }).toEqual([first.marketId, other.marketId].toSorted())
    client.send = send
    for (const text of held) send(text)
    await heard.until(() => heard.happened('subscribed') === 3)
    while (fake.emit(10) > 0);
    await heard.until(() => [first, other].every(({ symbol }) => heard.count(symbol) === EACH))
    expect(heard.faults).toEqual([])
    expect(heard.happened('lost')).toBe(0)
  },
)
