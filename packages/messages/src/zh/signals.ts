import type { Shape } from '../shape.ts'

/** Marks of single bars: unfinished auction, absorption, exhaustion. They come with the chart's marks and with the panel. */
export const signals = {
  unfinished: {
    name: '未完成拍卖',
    note: '极值价上买卖双方都还在成交，价格往往会回来。虚线从该价延伸到再次触及为止。按最小价位计算，历史读取较慢。',
    dominant: '主动方 > 平均单元格 ×',
    opposite: '对手方 ≥ 该门槛 ×',
    high: '高点未完成拍卖',
    low: '低点未完成拍卖',
    sentenceHigh: '最高价上卖方仍在出手，拍卖没有走完。',
    sentenceLow: '最低价上买方仍在出手，拍卖没有走完。',
    price: '价位 {{price}}',
    dominantOf: { high: '主动买 {{value}}（需 > {{limit}}）', low: '主动卖 {{value}}（需 > {{limit}}）' },
    oppositeOf: { high: '主动卖 {{value}}（需 ≥ {{limit}}）', low: '主动买 {{value}}（需 ≥ {{limit}}）' },
    mean: '这根柱平均每个单元格 {{value}}',
    live: '尚未再次触及',
    ended: '已于 {{time}} 触及',
  },
  absorption: {
    name: '吸收',
    note: '极值附近主动量很大，却被挂单接住，下一根柱也没有越过。',
    minRows: '最少行数',
    relVolume: '相对中位数 ≥',
    opposite: '对同行对手方 ≥',
    share: '占全柱同方向 ≥',
    retreat: '收盘回撤 ≥',
    high: '高点吸收（偏空）',
    low: '低点吸收（偏多）',
    sentenceHigh: '买方在高位大量买入，被卖方挂单接住，价格退了回来。',
    sentenceLow: '卖方在低位大量卖出，被买方挂单接住，价格收了回来。',
    range: '{{low}} – {{high}}，{{rows}} 行',
    volumeOf: {
      high: '主动买 {{value}}，是前 50 根中位数（{{median}}）的 {{times}} 倍（需 ≥ {{limit}}）',
      low: '主动卖 {{value}}，是前 50 根中位数（{{median}}）的 {{times}} 倍（需 ≥ {{limit}}）',
    },
    oppositeOf: {
      high: '同几行主动卖 {{value}}（需主动买达到其 {{limit}} 倍）',
      low: '同几行主动买 {{value}}（需主动卖达到其 {{limit}} 倍）',
    },
    shareOf: { high: '占全柱主动买的 {{value}}（需 ≥ {{limit}}）', low: '占全柱主动卖的 {{value}}（需 ≥ {{limit}}）' },
    retreatOf: '收盘离极值 {{value}} 个柱高（需 ≥ {{limit}}）',
    known: '于 {{time}} 那根柱收盘时确认：它没有越过极值',
  },
  exhaustion: {
    name: '衰竭',
    note: '越接近极值，主动量越少，最后几乎无人追价。',
    minRows: '最少行数',
    extreme: '极值行 ≤ 最大行 ×',
    peak: '最大行 ≥ 平均单元格 ×',
    high: '高点衰竭（偏空）',
    low: '低点衰竭（偏多）',
    sentenceHigh: '越往上主动买越少，到最高价几乎无人追买。',
    sentenceLow: '越往下主动卖越少，到最低价几乎无人追卖。',
    cells: { high: '从最高行往下的主动买：{{list}}', low: '从最低行往上的主动卖：{{list}}' },
    extremeOf: '极值行是最大行的 {{value}}（需 ≤ {{limit}}）',
    peakOf: '最大行是平均单元格的 {{value}} 倍（需 ≥ {{limit}}）',
    half: '收盘在另一半',
  },
}

export type SignalMessages = Shape<typeof signals>
