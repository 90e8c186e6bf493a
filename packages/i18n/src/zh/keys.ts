import type { Shape } from '../shape.ts'

/** What the keys of the chart page do; loaded with the keyboard sheet and its help topic. */
export const keys = {
  switch: '应用所选（切换）',
  symbol: '打开品种列表',
  indicators: '打开或收起指标面板',
  tape: '打开或收起成交明细',
  ladder: '打开或收起盘口阶梯',
  heatmap: '显示或隐藏盘口热力图',
  derivatives: '显示或隐藏合约数据',
  watchlist: '打开或收起自选',
  pan: '左右平移',
  panFar: '左右平移一屏（或 Shift + ←→）',
  panPrice: '上下平移',
  zoom: '放大 / 缩小时间轴',
  zoomPrice: '放大 / 缩小价格轴',
  auto: '价格坐标：显示全部柱 / 数字可读',
  oldest: '跳到已加载的最早一根',
  now: '回到最新',
  replay: '选择回放的起点',
  moment: '复制光标处的时刻链接',
  practice: '显示 / 隐藏模拟练习',
  full: '全屏',
  palette: '查找命令',
  layoutUndo: '撤销 / 恢复布局更改',
  help: '显示快捷键列表',
  escape: '关闭打开的菜单',
}

export type KeyMessages = Shape<typeof keys>
