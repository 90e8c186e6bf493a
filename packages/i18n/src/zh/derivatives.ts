import type { Shape } from '../shape.ts'

/** Liquidations, open interest, funding. Loaded when one of them is shown, or the indicator panel opens. */
export const derivatives = {
  section: {
    name: '合约数据',
    note: '永续合约的爆仓、持仓量与资金费率。没有记录的时间画斜纹，不按零计。',
    notPerpetual: '仅永续合约有爆仓、持仓量与资金费率，当前品种没有这些数据。',
    off: '此品种未记录合约数据。',
  },
  liquidations: '爆仓',
  openInterest: '持仓量',
  funding: '资金费率',
  marks: '大额爆仓标记',
  marksNote: '标出当前屏幕内金额最大的爆仓，最多 {{count}} 笔。',
  markPrice: '标记价格',
  indexPrice: '指数价格',
  nextFunding: '距结算 {{time}}',
  pane: {
    sides: '多 {{long}} · 空 {{short}}',
    atLeast: '≥{{value}}',
    unknown: '未知',
    loading: '加载中',
    failed: '加载失败，正在重试',
    lost: '连接中断',
    off: '未记录',
    none: '尚未收到爆仓数据',
  },
  card: {
    long: '多单爆仓',
    short: '空单爆仓',
    price: '委托价 {{price}}（非成交价）',
    qty: '数量 {{qty}}',
    time: '时间 {{time}}',
    all: '交易所推送全部爆仓',
    lowerBound: '交易所每秒每个品种最多推送一笔爆仓，合计只是下限',
  },
} as const

export type DerivativesMessages = Shape<typeof derivatives>
