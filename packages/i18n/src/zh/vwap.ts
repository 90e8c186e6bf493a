import type { Shape } from '../shape.ts'

/** VWAP and CVD anchors. Loaded with the panel. */
export const vwap = {
  name: '成交量加权均价（VWAP）',
  note: '自起点起按成交量加权的平均价，以及一倍、两倍标准差带。按最小价位精确累计。',
  anchor: '起点',
  day: '每日（UTC）',
  bar: '指定柱',
  at: '起点时间（UTC）',
  pick: '在图上点选',
  picking: '请在图上点选一根柱，按 Esc 取消',
  bands: '标准差带',
  none: '不显示',
  one: '±1σ',
  two: '±1σ ±2σ',
  cvdStyle: '样式',
  candles: '蜡烛',
  line: '折线',
}

export type VwapMessages = Shape<typeof vwap>
