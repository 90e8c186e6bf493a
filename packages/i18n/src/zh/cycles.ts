import type { Shape } from '../shape.ts'

/** Tick and volume bars. Loaded with the list of cycles. */
export const cycles = {
  heading: '按成交生成',
  note: '成交笔数或成交量达到设定值时收盘，每日 00:00（UTC）重新计数。',
  ticks: '{{size}} 笔成交',
  volume: '成交量 {{size}}',
  own: '自定义',
  size: '每根 K 线的大小',
  by: '依据',
  byTicks: '笔数',
  byVolume: '成交量',
  invalid: '请输入正数：笔数须为整数，成交量可带小数',
}

export type CycleMessages = Shape<typeof cycles>
