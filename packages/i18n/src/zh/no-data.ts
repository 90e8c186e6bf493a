import type { Shape } from '../shape.ts'

/** Why a chart has nothing to draw; loaded when it is shown. */
export const noData = {
  noMarkets: {
    title: '暂无行情数据',
    text: '请用 npm run import 导入成交，或启用模拟市场（DEMO=1）。有数据后图表会自动打开。',
  },
  empty: {
    title: '此区间没有成交',
    history: '{{symbol}} 的历史数据从 {{from}} 到 {{to}}。',
    nothing: '{{symbol}} 暂无数据。',
  },
  waiting: {
    title: '正在等待 {{exchange}} 的第一笔成交',
    text: '已订阅 {{symbol}}，但尚未收到数据：交易所可能暂时无法连接，或尚无成交。有数据后图表会自动显示。',
  },
}

export type NoDataMessages = Shape<typeof noData>
