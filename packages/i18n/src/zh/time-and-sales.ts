import type { Shape } from '../shape.ts'

/** The panel of time and sales; loaded with it. */
export const timeAndSales = {
  rows: '{{symbol}} 成交明细，最新在上',
  time: '时间',
  price: '价格',
  size: '数量',
  trades: '笔',
  buy: '主动买',
  sell: '主动卖',
  merge: '合并扫单',
  mergeHint: '将间隔不超过 100 毫秒的同方向连续成交合为一行',
  filter: '最小数量',
  filterUnit: '最小数量（{{unit}}）',
  filterHint: '只显示不小于此数量的成交；可输入 50k、1.5m',
  filterInvalid: '请输入数字，例如 50000 或 50k',
  newRows: '{{count}} 条新成交',
  newMany: '{{count}}+ 条新成交',
  loading: '正在加载成交',
  nothing: '暂无成交',
  nothingThatLarge: '最近 {{count}} 笔中没有这么大的成交',
  failed: '成交加载失败',
  hint: '将鼠标移到某一行查看详情，期间列表暂停更新。',
  average: '均价 {{price}}',
  from: '{{first}} → {{last}}',
  swept: '扫过 {{rows}} 行',
  count: '{{trades}} 笔',
  countFills: '{{trades}} 笔，含 {{fills}} 次撮合',
}

export type TimeAndSalesMessages = Shape<typeof timeAndSales>
