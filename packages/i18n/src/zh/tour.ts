import type { Shape } from '../shape.ts'

/** The tour of the first visit; loaded with it. */
export const tour = {
  label: '图表引导',
  step: '第 {{step}} 步，共 {{total}} 步',
  next: '下一步',
  back: '上一步',
  skip: '跳过',
  done: '开始使用',
  cell: {
    title: '一个单元格 = 一个价位',
    text: '左边是主动卖量，右边是主动买量。颜色越深，成交量越大；加框的是这根柱成交最多的一行（POC）。',
  },
  delta: {
    title: 'Delta = 买 − 卖',
    text: '主动买入减去主动卖出。正值表示买方更主动。请选择您习惯的涨跌配色，之后可随时更改。',
  },
  imbalance: {
    title: '失衡与堆叠',
    text: '一侧的量达到对角的 3 倍时，数字变为彩色粗体。连续多行失衡称为堆叠失衡，旁边以色带标出。',
  },
  zone: {
    title: '支撑与阻力区',
    text: '堆叠失衡和努力无果会形成支撑或阻力区。标签显示行数和被测试的次数；区域被突破后结束。',
  },
}

export type TourMessages = Shape<typeof tour>
