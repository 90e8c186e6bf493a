import type { Shape } from '../shape.ts'

/** The tour of the first visit; loaded with it. */
export const tour = {
  label: '图表入门',
  step: '第 {{step}} 步，共 {{total}} 步',
  next: '下一步',
  back: '上一步',
  skip: '跳过',
  done: '开始使用',
  cell: {
    title: '一个单元格 = 一个价位',
    text: '左边是主动卖出的量，右边是主动买入的量。颜色越深，量越大；加框的是这根柱成交最多的一行（POC）。',
  },
  delta: {
    title: 'Delta = 买 − 卖',
    text: '主动买入减去主动卖出。为正说明买方更急。先选一种您习惯的涨跌配色，之后可随时更改。',
  },
  imbalance: {
    title: '失衡与堆叠',
    text: '一侧的量达到斜对面的 3 倍时，数字变为粗体彩色。连续多行失衡称为堆叠，旁边会有一条色带。',
  },
  zone: {
    title: '支撑与阻力区',
    text: '堆叠失衡和“努力无果”会留下区域。标签说明它来自几行、被测试过几次；被突破后区域结束。',
  },
}

export type TourMessages = Shape<typeof tour>
