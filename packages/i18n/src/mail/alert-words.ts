import type { Language } from '../shape.ts'

/** Why an alert fired; numbers are formatted. */
export type AlertFactWords =
  | { readonly kind: 'price'; readonly level: string; readonly price: string; readonly direction: 'up' | 'down' }
  | { readonly kind: 'drawing'; readonly drawing_kind: string; readonly price: string }
  | {
      readonly kind: 'zone'
      readonly event: 'born' | 'touched' | 'broken'
      readonly zone_kind: string
      readonly side: 'support' | 'resistance'
      readonly low: string
      readonly high: string
      readonly close: string
    }
  | {
      readonly kind: 'stack'
      readonly side: 'buy' | 'sell'
      readonly low: string
      readonly high: string
      readonly rows: number
    }
  | {
      readonly kind: 'effort'
      readonly side: 'bullish' | 'bearish'
      readonly level: string
      readonly rel_volume: number
      readonly score: number
    }
  | { readonly kind: 'delta'; readonly delta: string; readonly at_least: string }
  | { readonly kind: 'volume'; readonly volume: string; readonly at_least: string }
  | {
      readonly kind: 'big_trade'
      readonly side: 'buy' | 'sell'
      readonly notional: string
      readonly first: string
      readonly last: string
    }
  | {
      readonly kind: 'wall'
      readonly event: 'born' | 'tested' | 'filled' | 'pulled'
      readonly side: 'bid' | 'ask'
      readonly low: string
      readonly high: string
      readonly quantity: string
      readonly max_quantity: string
    }
  | {
      readonly kind: 'book_imbalance'
      readonly imbalance: number
      readonly seconds: number
      readonly best_bid: string
      readonly best_ask: string
    }
  | {
      readonly kind: 'resting'
      readonly event: 'stacked' | 'pulled'
      readonly side: 'bid' | 'ask'
      readonly volume: string
      readonly at_least: string
    }
  | {
      readonly kind: 'liquidation'
      readonly position: 'long' | 'short'
      readonly value: string
      readonly seconds: number
      readonly completeness: 'all' | 'lower bound'
      readonly count: number
      readonly largest_price: string
    }
  | {
      readonly kind: 'scanner'
      readonly close: string
      readonly values: readonly { readonly column: string; readonly value: string }[]
    }

export interface AlertSaid {
  readonly symbol: string
  /** Name given by the owner; '' if none. */
  readonly name: string
  /** Cycle of the bar; null if the alert belongs to no bar. */
  readonly cycle: string | null
  readonly facts: AlertFactWords
}

type Facts<Kind extends AlertFactWords['kind']> = Extract<AlertFactWords, { kind: Kind }>
type Words = { readonly [Kind in AlertFactWords['kind']]: (facts: Facts<Kind>) => string }

const ZH_ZONES: Readonly<Record<string, string>> = {
  stack: '堆叠失衡',
  effort: '努力无果',
  cluster: '成交密集',
  unfinished: '未完成拍卖',
  nakedPoc: '未触及 POC',
}
const EN_ZONES: Readonly<Record<string, string>> = {
  stack: 'stack',
  effort: 'effort',
  cluster: 'cluster',
  unfinished: 'unfinished auction',
  nakedPoc: 'naked POC',
}
const ZH_DRAWINGS: Readonly<Record<string, string>> = { hline: '水平线', trend: '趋势线', ray: '射线', rect: '矩形' }
const EN_DRAWINGS: Readonly<Record<string, string>> = {
  hline: 'the horizontal line',
  trend: 'the trend line',
  ray: 'the ray',
  rect: 'the rectangle',
}
const ZH_EVENTS = { born: '出现', touched: '被触及并守住', broken: '被突破' } as const
const EN_EVENTS = { born: 'appeared', touched: 'was touched and held', broken: 'was broken' } as const

const ZH_SIDES = { bid: '买盘', ask: '卖盘' } as const
const EN_SIDES = { bid: 'Bid', ask: 'Ask' } as const
const ZH_WALLS = { born: '出现', tested: '被测试', filled: '被吃掉', pulled: '被撤走' } as const
const EN_WALLS = { born: 'appeared', tested: 'was tested', filled: 'was filled', pulled: 'was pulled' } as const

const ZH_COLUMNS: Readonly<Record<string, string>> = {
  close: '收盘价',
  change: '涨跌幅 %',
  volume: '成交量',
  volume_quote: '成交额',
  relative_volume: '相对成交量',
  delta: 'Delta',
  delta_quote: 'Delta 金额',
  delta_share: 'Delta 占比 %',
  stacks_buy: '买方堆叠失衡',
  stacks_sell: '卖方堆叠失衡',
  zones_support: '触及支撑区',
  zones_resistance: '触及阻力区',
  absorption_bullish: '看涨吸收',
  absorption_bearish: '看跌吸收',
  effort: '努力无果',
  big_buys: '大单买入',
  big_sells: '大单卖出',
  vwap_distance: '距 VWAP %',
  poc_distance: '距 POC %',
}
const EN_COLUMNS: Readonly<Record<string, string>> = {
  close: 'close',
  change: 'change %',
  volume: 'volume',
  volume_quote: 'turnover',
  relative_volume: 'relative volume',
  delta: 'delta',
  delta_quote: 'delta in quote currency',
  delta_share: 'delta share %',
  stacks_buy: 'buy stacks',
  stacks_sell: 'sell stacks',
  zones_support: 'support touched',
  zones_resistance: 'resistance touched',
  absorption_bullish: 'bullish absorption',
  absorption_bearish: 'bearish absorption',
  effort: 'effort',
  big_buys: 'big buys',
  big_sells: 'big sells',
  vwap_distance: 'distance to VWAP %',
  poc_distance: 'distance to POC %',
}

const zh: Words = {
  price: ({ level, price, direction }) => `价格${direction === 'up' ? '上穿' : '下穿'} ${level}，成交价 ${price}`,
  drawing: ({ drawing_kind, price }) => `价格触及${ZH_DRAWINGS[drawing_kind] ?? '绘图'}，成交价 ${price}`,
  zone: ({ event, zone_kind, side, low, high, close }) =>
    `${ZH_ZONES[zone_kind] ?? ''}${side === 'support' ? '支撑' : '阻力'}区 ${low}–${high} ${ZH_EVENTS[event]}，收盘 ${close}`,
  stack: ({ side, low, high, rows }) => `${side === 'buy' ? '买方' : '卖方'}堆叠失衡 ${rows} 行，${low}–${high}`,
  effort: ({ side, level, rel_volume, score }) =>
    `${side === 'bullish' ? '看涨' : '看跌'}努力无果，价位 ${level}，相对量 ${rel_volume}，得分 ${score}`,
  delta: ({ delta, at_least }) => `Delta 达到 ${delta}（设定 ${at_least}）`,
  volume: ({ volume, at_least }) => `成交量达到 ${volume}（设定 ${at_least}）`,
  big_trade: ({ side, notional, first, last }) =>
    `大单${side === 'buy' ? '买入' : '卖出'}，成交额 ${notional}，${first} → ${last}`,
  wall: ({ event, side, low, high, quantity, max_quantity }) =>
    `${ZH_SIDES[side]}挂单墙 ${low}–${high} ${ZH_WALLS[event]}，挂单量 ${quantity}，最大 ${max_quantity}`,
  book_imbalance: ({ imbalance, seconds, best_bid, best_ask }) =>
    `盘口失衡 ${imbalance.toFixed(2)}，已持续 ${seconds} 秒，买一 ${best_bid}，卖一 ${best_ask}`,
  resting: ({ event, side, volume, at_least }) =>
    `${ZH_SIDES[side]}${event === 'stacked' ? '新增挂单' : '撤单'}至少 ${volume}（设定 ${at_least}）`,
  liquidation: ({ position, value, seconds, completeness, count, largest_price }) =>
    `${position === 'long' ? '多单' : '空单'}爆仓${completeness === 'all' ? '' : '至少'} ${value}` +
    (seconds === 0 ? `，价格 ${largest_price}` : `，${seconds} 秒内 ${count} 笔，最大一笔价格 ${largest_price}`),
  scanner: ({ close, values }) =>
    `符合扫描条件：${values.map(({ column, value }) => `${ZH_COLUMNS[column] ?? column} ${value}`).join('，')}；收盘 ${close}`,
}

const en: Words = {
  price: ({ level, price, direction }) =>
    `Price crossed ${direction === 'up' ? 'above' : 'below'} ${level}, traded at ${price}`,
  drawing: ({ drawing_kind, price }) =>
    `Price touched ${EN_DRAWINGS[drawing_kind] ?? 'the drawing'}, traded at ${price}`,
  zone: ({ event, zone_kind, side, low, high, close }) =>
    `${side === 'support' ? 'Support' : 'Resistance'} ${low}–${high} (${EN_ZONES[zone_kind] ?? zone_kind}) ${EN_EVENTS[event]}, close ${close}`,
  stack: ({ side, low, high, rows }) =>
    `${side === 'buy' ? 'Buy' : 'Sell'} imbalances stacked over ${rows} rows, ${low}–${high}`,
  effort: ({ side, level, rel_volume, score }) =>
    `${side === 'bullish' ? 'Bullish' : 'Bearish'} effort without reward at ${level}, relative volume ${rel_volume}, score ${score}`,
  delta: ({ delta, at_least }) => `Delta reached ${delta} (set to ${at_least})`,
  volume: ({ volume, at_least }) => `Volume reached ${volume} (set to ${at_least})`,
  big_trade: ({ side, notional, first, last }) =>
    `Big ${side === 'buy' ? 'buy' : 'sell'} of ${notional}, ${first} → ${last}`,
  wall: ({ event, side, low, high, quantity, max_quantity }) =>
    `${EN_SIDES[side]} wall ${low}–${high} ${EN_WALLS[event]}, size ${quantity}, largest ${max_quantity}`,
  book_imbalance: ({ imbalance, seconds, best_bid, best_ask }) =>
    `Book imbalance ${imbalance.toFixed(2)} for ${seconds} s, bid ${best_bid}, ask ${best_ask}`,
  resting: ({ event, side, volume, at_least }) => `${EN_SIDES[side]}: at least ${volume} ${event} (set to ${at_least})`,
  liquidation: ({ position, value, seconds, completeness, count, largest_price }) =>
    `${position === 'long' ? 'Longs' : 'Shorts'} liquidated: ${completeness === 'all' ? '' : 'at least '}${value}` +
    (seconds === 0
      ? ` at ${largest_price}`
      : ` in ${seconds} s, ${count} ${count === 1 ? 'order' : 'orders'}, the largest at ${largest_price}`),
  scanner: ({ close, values }) =>
    `Matches the scan: ${values.map(({ column, value }) => `${EN_COLUMNS[column] ?? column} ${value}`).join(', ')}; close ${close}`,
}

const WORDS: Readonly<Record<Language, Words>> = { zh, en }

/** Formats an alert for pushes, mails and webhooks. */
export function sayAlert(
  language: Language,
  { symbol, name, cycle, facts }: AlertSaid,
): { readonly title: string; readonly body: string } {
  const market = cycle === null ? symbol : `${symbol} ${cycle}`
  const body = (WORDS[language][facts.kind] as (facts: AlertFactWords) => string)(facts)
  return { title: name === '' ? market : `${name} · ${market}`, body }
}

const TESTS: Readonly<Record<Language, { readonly title: string; readonly body: string }>> = {
  zh: { title: '预警测试', body: '如果您看到这条消息，说明该通知方式可用。' },
  en: { title: 'Test alert', body: 'If you can read this, this notification channel works.' },
}

/** Text of a channel test. */
export const sayTest = (language: Language): { readonly title: string; readonly body: string } => TESTS[language]
