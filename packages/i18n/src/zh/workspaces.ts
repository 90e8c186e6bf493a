import type { Shape } from '../shape.ts'

/** The page of workspaces; loaded with it. */
export const workspaces = {
  title: '工作区',
  unsaved: '有未保存的更改',
  tabs: '标签页',
  cells: '单元格',
  add: '添加',
  full: '已达上限',
  noRoom: '此标签页已放不下。',
  noTab: '标签页数量已达上限。',
  separator: '调整大小',
  kind: {
    chart: '图表',
    ladder: '盘口阶梯',
    time_and_sales: '逐笔成交',
    profile: '成交量分布',
    watchlist: '自选列表',
  },
  preset: {
    single: '单图',
    multi_timeframe: '多周期',
    scalping: '短线',
    compare_venues: '跨交易所对比',
  },
  tab: {
    add: '新建标签页',
    menu: '标签页菜单',
    name: '标签页名称',
    rename: '重命名',
    left: '左移',
    right: '右移',
    close: '关闭标签页',
  },
  group: {
    title: '联动组',
    none: '不联动',
    of: '联动组：{{name}}',
    links: '组内联动',
  },
  colour: {
    blue: '蓝色',
    orange: '橙色',
    green: '绿色',
    red: '红色',
    purple: '紫色',
    cyan: '青色',
    yellow: '黄色',
    grey: '灰色',
  },
  link: {
    symbol: '品种',
    cycle: '周期',
    crosshair: '十字光标',
    range: '时间范围',
  },
  cell: {
    menu: '单元格菜单',
    maximise: '最大化',
    restore: '还原',
    back: '与前一个交换位置',
    on: '与后一个交换位置',
    copy: '复制一份',
    toTab: '移到“{{name}}”',
    open: '在图表页打开',
    close: '关闭',
  },
  panel: {
    noChart: '面板跟随图表：请先添加一个图表。',
    taken: '同一图表已有一个相同的面板。',
  },
  profile: {
    empty: '所示 K 线没有成交。',
    vah: 'VAH',
    poc: 'POC',
    val: 'VAL',
    volume: '成交量',
    delta: 'Delta',
  },
  keys: {
    maximise: '最大化或还原当前单元格',
    cell: '上一个、下一个单元格',
    tab: '第 1 到第 8 个标签页',
  },
  saved: {
    open: '工作区列表',
  },
}

export type WorkspacesMessages = Shape<typeof workspaces>
