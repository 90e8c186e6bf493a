import type { Shape } from '../shape.ts'

/** The command palette and the notices of the installed app; loaded with them. */
export const palette = {
  title: '命令面板',
  search: '搜索品种、周期、指标、布局、设置和帮助',
  none: '没有与“{{text}}”匹配的命令',
  on: '已开启',
  groups: {
    recent: '最近使用',
    symbol: '品种',
    cycle: '周期',
    panel: '面板',
    study: '指标',
    layout: '布局',
    chart: '图表',
    page: '页面',
    appearance: '外观',
    help: '帮助',
  },
  install: '安装为应用',
  update: { text: '有新版本可用。', reload: '刷新' },
  undoLayout: '撤销布局更改',
  redoLayout: '恢复布局更改',
}

export type PaletteMessages = Shape<typeof palette>
