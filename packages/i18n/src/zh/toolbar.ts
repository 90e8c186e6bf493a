import type { Shape } from '../shape.ts'

/** Menus of the chart's toolbar; loaded with them. */
export const toolbar = {
  picker: {
    search: '搜索代码、名称或交易所',
    all: '全部',
    history: '历史',
    nothing: '没有与“{{text}}”匹配的品种',
    noHistory: '暂无浏览记录。打开过的品种会显示在这里。',
    live: '实时',
    archive: '历史数据',
    count: '{{count}} 个品种',
  },
  downloadMenu: {
    trades: '成交（CSV）',
    bars: 'K 线（CSV）',
    note: '图表可见范围',
    started: '正在准备文件',
    failed: '下载失败：{{reason}}',
  },
  precisionMenu: {
    recommended: '推荐',
    customLabel: '自定义精度（{{tick}} 的整数倍）',
    invalid: '须为 {{tick}} 的正整数倍',
    mine: '已记住',
    note: '每一行的价格跨度。',
  },
  layoutMenu: {
    lesson: '开始讲课',
    panes: '窗格',
    watchlist: '自选',
    saved: '已保存的布局',
    replay: '回放…',
    tape: '成交明细',
    drawing: '绘图工具',
    volume: '成交量与 Delta',
    cvd: '累计 Delta（CVD）',
    table: '统计表',
    readout: '读数与图例',
    header: '页眉',
  },
  picture: { copy: '复制图片', save: '保存图片' },
}

export type ToolbarMessages = Shape<typeof toolbar>
