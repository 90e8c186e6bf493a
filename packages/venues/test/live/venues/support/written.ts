// Handwritten sessions in the venues' public message formats (docs/exchanges); all numbers are synthetic.

/** Messages and responses of one session with a venue. */
export interface Recording {
  /** Messages received, in order, with the address they came from. */
  readonly frames: readonly { readonly address: string; readonly text: string }[]
  readonly answers: readonly { readonly url: string; readonly text: string }[]
}

type Frame = Recording['frames'][number]

const frame = (address: string, message: object | string): Frame => ({
  address,
  text: typeof message === 'string' ? message : JSON.stringify(message),
})
const answer = (url: string, body: object) => ({ url, text: JSON.stringify(body) })

/** 2027-01-15T08:00:00Z, the start of a minute. */
const START = 1_800_000_000_000
const iso = (ms: number, micros: string) => new Date(ms).toISOString().replace('Z', `${micros}Z`)

const LINEAR = 'wss://stream.bybit.com/v5/public/linear'
const SPOT = 'wss://stream.bybit.com/v5/public/spot'
const bybitAck = { success: true, ret_msg: '', conn_id: 'c0ffee00-made-up', req_id: '', op: 'subscribe' }
const bybitCandle = (symbol: string, start: number, volume: string) => ({
  topic: `kline.1.${symbol}`,
  type: 'snapshot',
  ts: start + 30_000,
  data: [
    {
      start,
      end: start + 59_999,
      interval: '1',
      open: '1',
      close: '1',
      high: '1',
      low: '1',
      volume,
      turnover: '1',
      confirm: false,
      timestamp: start + 30_000,
    },
  ],
})
const uuid = (n: number) => `00000000-aaaa-4bbb-8ccc-${String(n).padStart(12, '0')}`

type BybitRow = readonly [ts: number, side: 'Buy' | 'Sell', price: string, size: string]

function bybitTrades(symbol: string, firstId: number, isSpot: boolean, rows: readonly BybitRow[]) {
  return {
    topic: `publicTrade.${symbol}`,
    type: 'snapshot',
    ts: rows[rows.length - 1][0] + 2,
    data: rows.map(([T, S, p, v], k) => ({
      T,
      s: symbol,
      S,
      v,
      p,
      ...(isSpot ? {} : { L: S === 'Buy' ? 'PlusTick' : 'MinusTick' }),
      i: isSpot ? `22900000000000${String(firstId + k).padStart(5, '0')}` : uuid(firstId + k),
      BT: false,
      RPI: false,
      seq: 5_000_000 + firstId,
    })),
  }
}

const bybit: Recording = {
  frames: [
    frame(LINEAR, bybitAck),
    frame(SPOT, bybitAck),
    frame(
      LINEAR,
      bybitTrades('BTCUSDT', 1, false, [
        [START + 100, 'Buy', '90000.10', '0.010'],
        [START + 100, 'Buy', '90000.20', '0.005'],
      ]),
    ),
    frame(SPOT, bybitTrades('ETHUSDT', 1, true, [[START + 150, 'Sell', '3000.50', '0.25000']])),
    frame(LINEAR, bybitTrades('BTCUSDT', 3, false, [[START + 900, 'Sell', '90000.10', '0.200']])),
    frame(LINEAR, bybitCandle('BTCUSDT', START, '0.215')),
    frame(
      SPOT,
      bybitTrades('ETHUSDT', 2, true, [
        [START + 1_000, 'Sell', '3000.40', '0.00001'],
        [START + 1_000, 'Sell', '3000.30', '1.5'],
        [START + 1_200, 'Buy', '3000.40', '0.04'],
      ]),
    ),
    frame(SPOT, bybitCandle('ETHUSDT', START, '1.79001')),
    frame(
      LINEAR,
      bybitTrades('BTCUSDT', 4, false, [
        [START + 2_000, 'Buy', '90000.20', '0.001'],
        [START + 2_001, 'Buy', '90000.30', '0.002'],
        [START + 2_001, 'Buy', '90000.40', '0.003'],
      ]),
    ),
    frame(
      SPOT,
      bybitTrades('ETHUSDT', 5, true, [
        [START + 61_000, 'Buy', '3000.50', '2'],
        [START + 61_001, 'Sell', '3000.40', '0.5'],
      ]),
    ),
    frame(SPOT, bybitCandle('ETHUSDT', START + 60_000, '2.5')),
    frame(LINEAR, { success: true, ret_msg: 'pong', conn_id: 'c0ffee00-made-up', req_id: '7', op: 'ping' }),
    // The candle already contains the trade that follows it.
    frame(LINEAR, bybitCandle('BTCUSDT', START, '0.321')),
    frame(LINEAR, bybitTrades('BTCUSDT', 7, false, [[START + 3_000, 'Sell', '90000.30', '0.100']])),
  ],
  answers: [
    answer(
      'https://api.bybit.com/v5/market/instruments-info?category=linear',
      bybitInstruments('linear', {
        symbol: 'BTCUSDT',
        contractType: 'LinearPerpetual',
        baseCoin: 'BTC',
        quoteCoin: 'USDT',
        settleCoin: 'USDT',
        priceScale: '2',
        priceFilter: { minPrice: '0.10', maxPrice: '1999999.80', tickSize: '0.10' },
        lotSizeFilter: { maxOrderQty: '1190.000', minOrderQty: '0.001', qtyStep: '0.001' },
      }),
    ),
    answer(
      'https://api.bybit.com/v5/market/instruments-info?category=spot',
      bybitInstruments(
        'spot',
        ...['BTC', 'ETH'].map((baseCoin) => ({
          symbol: `${baseCoin}USDT`,
          baseCoin,
          quoteCoin: 'USDT',
          innovation: '0',
          marginTrading: 'utaOnly',
          lotSizeFilter: {
            basePrecision: baseCoin === 'BTC' ? '0.000001' : '0.00001',
            quotePrecision: '0.0000001',
            minOrderQty: '0.00001',
            maxOrderQty: '230',
            minOrderAmt: '5',
            maxOrderAmt: '8000000',
          },
          priceFilter: { tickSize: baseCoin === 'BTC' ? '0.1' : '0.01' },
        })),
      ),
    ),
    answer(
      'https://api.bybit.com/v5/market/instruments-info?category=inverse',
      bybitInstruments('inverse', {
        symbol: 'BTCUSD',
        contractType: 'InversePerpetual',
        baseCoin: 'BTC',
        quoteCoin: 'USD',
        settleCoin: 'BTC',
        priceScale: '1',
        priceFilter: { minPrice: '0.5', maxPrice: '999999', tickSize: '0.5' },
        lotSizeFilter: { maxOrderQty: '1000000', minOrderQty: '1', qtyStep: '1' },
      }),
    ),
    answer('https://api.bybit.com/v5/market/recent-trade?category=linear', {
      retCode: 0,
      retMsg: 'OK',
      time: START + 3_050,
      retExtInfo: {},
      result: {
        category: 'linear',
        list: [
          {
            execId: uuid(7),
            symbol: 'BTCUSDT',
            price: '90000.30',
            size: '0.100',
            side: 'Sell',
            time: String(START + 3_000),
            isBlockTrade: false,
          },
        ],
      },
    }),
  ],
}

function bybitInstruments(category: string, ...list: readonly object[]) {
  const common = {
    status: 'Trading',
    launchTime: '1584230400000',
    deliveryTime: '0',
    deliveryFeeRate: '',
    unifiedMarginTrade: true,
    fundingInterval: 480,
  }
  const contract = { leverageFilter: { minLeverage: '1', maxLeverage: '100.00', leverageStep: '0.01' } }
  return {
    retCode: 0,
    retMsg: 'OK',
    time: START,
    retExtInfo: {},
    result: {
      category,
      nextPageCursor: '',
      list: list.map((one) => ({ ...common, ...(category === 'spot' ? {} : contract), ...one })),
    },
  }
}

const OKX_URL = 'wss://ws.okx.com:8443/ws/v5/public'
const okxTrade = (instId: string, tradeId: number, px: string, sz: string, side: string, ts: number) =>
  frame(OKX_URL, {
    arg: { channel: 'trades', instId },
    data: [{ instId, tradeId: String(tradeId), px, sz, side, ts: String(ts) }],
  })
const okxInstrument = (fields: object) => ({
  alias: '',
  category: '1',
  expTime: '',
  lever: '10',
  listTime: '1548133413000',
  maxLmtSz: '9999999999',
  maxMktSz: '1000000',
  optType: '',
  settleCcy: '',
  state: 'live',
  stk: '',
  tickSz: '0.1',
  uly: '',
  ruleType: 'normal',
  maxLmtAmt: '20000000',
  auctionEndTime: '',
  contTdSwTime: '',
  futureSettlement: false,
  instIdCode: 1,
  instFamily: '',
  ctMult: '',
  ctType: '',
  ctVal: '',
  ctValCcy: '',
  quoteCcy: '',
  baseCcy: '',
  ...fields,
})

const okx: Recording = {
  frames: [
    ...['BTC-USDT', 'UNI-USD-SWAP', 'BTC-USD-220527'].map((instId) =>
      frame(OKX_URL, { event: 'subscribe', arg: { channel: 'trades', instId }, connId: 'made-up' }),
    ),
    okxTrade('BTC-USDT', 700_001, '90000.1', '0.00001', 'buy', START + 10),
    okxTrade('BTC-USDT', 700_002, '90000.1', '0.5', 'sell', START + 10),
    okxTrade('UNI-USD-SWAP', 41, '9.125', '12', 'sell', START + 20),
    okxTrade('BTC-USDT', 700_003, '90000', '0.00002', 'sell', START + 25),
    okxTrade('BTC-USD-220527', 9_001, '91000.5', '1', 'buy', START + 30),
    okxTrade('UNI-USD-SWAP', 42, '9.126', '1', 'buy', START + 31),
    ...[4, 5, 6, 7].map((k) =>
      okxTrade('BTC-USDT', 700_000 + k, `9000${k}.3`, `0.0${k}`, k % 2 === 0 ? 'buy' : 'sell', START + 40 + k),
    ),
    frame(OKX_URL, 'pong'),
  ],
  answers: [
    answer('https://www.okx.com/api/v5/public/instruments?instType=SPOT', {
      code: '0',
      msg: '',
      data: [
        okxInstrument({
          instId: 'BTC-USD',
          instType: 'SPOT',
          baseCcy: 'BTC',
          quoteCcy: 'USD',
          lotSz: '0.00000001',
          minSz: '0.00001',
        }),
      ],
    }),
    answer('https://www.okx.com/api/v5/public/instruments?instType=SWAP', {
      code: '0',
      msg: '',
      data: [
        okxInstrument({
          instId: 'BTC-USD-SWAP',
          instType: 'SWAP',
          instFamily: 'BTC-USD',
          uly: 'BTC-USD',
          settleCcy: 'BTC',
          ctType: 'inverse',
          ctMult: '1',
          ctVal: '100',
          ctValCcy: 'USD',
          lotSz: '1',
          minSz: '1',
        }),
        okxInstrument({
          instId: 'BTC-USDT-SWAP',
          instType: 'SWAP',
          instFamily: 'BTC-USDT',
          uly: 'BTC-USDT',
          settleCcy: 'USDT',
          ctType: 'linear',
          ctMult: '1',
          ctVal: '0.01',
          ctValCcy: 'BTC',
          lotSz: '0.01',
          minSz: '0.01',
        }),
      ],
    }),
    answer('https://www.okx.com/api/v5/market/trades?instId=BTC-USDT', {
      code: '0',
      msg: '',
      data: [
        { instId: 'BTC-USDT', side: 'sell', sz: '0.07', px: '90007.3', tradeId: '700007', ts: String(START + 47) },
      ],
    }),
  ],
}

const COINBASE_URL = 'wss://advanced-trade-ws.coinbase.com'

/** 16 trades of BTC-USD and 12 of ETH-USD: a snapshot of each, then updates newest first, with heartbeats between. */
function coinbaseSession(): Recording {
  const trade = (product: string, k: number) => ({
    product_id: product,
    trade_id: String((product === 'BTC-USD' ? 1_000 : 500) + k),
    price: (product === 'BTC-USD' ? 90_000 + (k % 4) : 3_000 - (k % 3)).toFixed(2),
    // The price rises three steps and falls back: `side` is the maker's, so rising trades have side sell.
    size: `0.0${k + 1}`,
    time: iso(START + 250 * k, '318'),
    side: k % 4 === 0 ? 'BUY' : 'SELL',
  })
  let sequence = 0
  const message = (channel: string, ms: number, event: object) =>
    frame(COINBASE_URL, {
      channel,
      client_id: '',
      timestamp: iso(START + ms, '568804'),
      sequence_num: sequence++,
      events: [event],
    })
  const trades = (type: string, product: string, from: number, to: number) =>
    message('market_trades', 250 * to, {
      type,
      trades: Array.from({ length: to - from }, (_, k) => trade(product, to - 1 - k)),
    })
  const heartbeat = (count: number) =>
    message('heartbeats', 1_000 * count, {
      current_time: '2027-01-15 08:00:00.1 +0000 UTC m=+1.1',
      heartbeat_counter: count,
    })
  return {
    frames: [
      trades('snapshot', 'BTC-USD', 0, 6),
      trades('snapshot', 'ETH-USD', 0, 4),
      message('subscriptions', 10, { subscriptions: { market_trades: ['BTC-USD', 'ETH-USD'] } }),
      heartbeat(1),
      trades('update', 'BTC-USD', 6, 9),
      trades('update', 'ETH-USD', 4, 5),
      heartbeat(2),
      trades('update', 'BTC-USD', 9, 10),
      trades('update', 'ETH-USD', 5, 12),
      trades('update', 'BTC-USD', 10, 16),
      heartbeat(3),
    ],
    answers: [],
  }
}

const KRAKEN_V1 = 'wss://ws.kraken.com'
const krakenPair = (altname: string, wsname: string | undefined, decimals: number) => ({
  altname,
  ...(wsname === undefined ? {} : { wsname }),
  aclass_base: 'currency',
  base: altname.slice(0, 3),
  aclass_quote: 'currency',
  quote: `Z${altname.slice(-3)}`,
  lot: 'unit',
  pair_decimals: decimals,
  lot_decimals: 8,
  lot_multiplier: 1,
  leverage_buy: [],
  leverage_sell: [],
  fees: [[0, 0.26]],
  fees_maker: [[0, 0.16]],
  fee_volume_currency: 'ZUSD',
  margin_call: 80,
  margin_stop: 40,
  ordermin: '0.1',
})

const kraken: Recording = {
  frames: [
    frame(KRAKEN_V1, { connectionID: 7, event: 'systemStatus', status: 'online', version: '1.8.1' }),
    frame(KRAKEN_V1, {
      channelID: 100,
      channelName: 'trade',
      event: 'subscriptionStatus',
      pair: 'XMR/USD',
      status: 'subscribed',
      subscription: { name: 'trade' },
    }),
    frame(KRAKEN_V1, { event: 'heartbeat' }),
    frame(KRAKEN_V1, [100, [['300.55000000', '0.10000000', '1800000000.557535', 'b', 'l', '']], 'trade', 'XMR/USD']),
    frame(KRAKEN_V1, [
      101,
      [
        ['3000.10000', '2.50000000', '1800000001.000100', 's', 'm', ''],
        ['3000.00000', '0.00000001', '1800000001.000200', 's', 'm', ''],
      ],
      'trade',
      'ETH/CHF',
    ]),
    frame(KRAKEN_V1, { event: 'heartbeat' }),
    frame(KRAKEN_V1, [100, [['300.56000000', '7.00000000', '1800000002.999999', 'b', 'm', '']], 'trade', 'XMR/USD']),
  ],
  answers: [
    answer('https://api.kraken.com/0/public/AssetPairs', {
      error: [],
      result: {
        XXBTZEUR: krakenPair('XBTEUR', 'XBT/EUR', 1),
        XXBTZUSD: krakenPair('XBTUSD', 'XBT/USD', 1),
        XDGEUR: krakenPair('XDGEUR', 'XDG/EUR', 7),
        'XXBTZEUR.d': krakenPair('XBTEUR.d', undefined, 1),
        AAVEAUD: krakenPair('AAVEAUD', 'AAVE/AUD', 2),
      },
    }),
  ],
}

const binanceTrade = (
  url: string,
  fields: { s: string; a: number; p: string; q: string; f: number; l: number; T: number; m: boolean },
) => frame(url, { stream: `${fields.s.toLowerCase()}@aggTrade`, data: { e: 'aggTrade', E: fields.T + 3, ...fields } })

const binance: Recording = {
  frames: [
    frame('wss://stream.binance.com:9443/stream', { result: null, id: 1 }),
    binanceTrade('wss://stream.binance.com:9443/stream', {
      s: 'NKNUSDT',
      a: 15,
      p: '0.35280000',
      q: '58.00000000',
      f: 100,
      l: 100,
      T: START + 5,
      m: false,
    }),
    frame('wss://stream.binance.com:9443/stream', {
      stream: 'nknusdt@kline_1m',
      data: { e: 'kline', E: START + 6, s: 'NKNUSDT', k: { t: START, i: '1m', v: '58' } },
    }),
    binanceTrade('wss://stream.binance.com:9443/stream', {
      s: 'NKNUSDT',
      a: 16,
      p: '0.35270000',
      q: '1.00000000',
      f: 101,
      l: 106,
      T: START + 9,
      m: true,
    }),
  ],
  answers: [],
}

const binanceFutures: Recording = {
  frames: [
    binanceTrade('wss://fstream.binance.com/market/stream', {
      s: 'CTKUSDT',
      a: 7,
      p: '1.01100',
      q: '10',
      f: 33,
      l: 35,
      T: START + 7,
      m: false,
    }),
    binanceTrade('wss://fstream.binance.com/market/stream', {
      s: 'AKROUSDT',
      a: 9,
      p: '0.01731',
      q: '2644',
      f: 1,
      l: 2,
      T: START + 8,
      m: true,
    }),
    binanceTrade('wss://fstream.binance.com/market/stream', {
      s: 'CTKUSDT',
      a: 8,
      p: '1.01000',
      q: '3',
      f: 36,
      l: 36,
      T: START + 9,
      m: true,
    }),
  ],
  answers: [],
}

export const WRITTEN = {
  BYBIT: bybit,
  OKX: okx,
  COINBASE: coinbaseSession(),
  KRAKEN: kraken,
  BINANCE: binance,
  BINANCE_FUTURES: binanceFutures,
} satisfies Record<string, Recording>

/**
 * Trades in Kraken's REST format: [price, volume, time in s, side, order type, miscellaneous, id]. Text preserves the
 * digits of the times.
 */
export const KRAKEN_REST_TRADES =
  '{"error":[],"result":{"XBTUSD":[' +
  '["105433.6","0.00027625",1800000000.9717445,"b","l","",700],["105410.1","0.00005000",1800000057.8467374,"b","m","",701],' +
  '["105383.8","0.00885072",1800000073.937,"s","m","",702],["105383.7","0.00007235",1800000080.25,"s","l","",703]' +
  '],"last":"1800000080250000000"}}'
