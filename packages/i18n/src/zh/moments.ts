import type { Shape } from '../shape.ts'

/** Links to a moment of a market; loaded with the menus of the chart and the page of a moment. */
export const moments = {
  title: '时刻',
  copy: '复制此刻链接',
  copyWithNote: '添加备注并复制此刻…',
  copyLink: '复制链接',
  copied: '已复制，打开链接即从这一刻开始',
  mine: '我的时刻',
  note: '备注',
  length: '{{count}} / {{max}} 字',
  contains: '链接包含图表设置和 {{count}} 个绘图。',
  readers: '有账号的人都可以通过链接查看，看不到您的名字。',
  link: '时刻链接',
  copyByHand: '浏览器不允许自动复制，请手动复制：',
  open: '打开',
  delete: '删除',
  confirmDelete: '确定删除',
  deleted: '已删除，链接不再有效',
  none: '还没有时刻。在图表上点右键，或在成交明细、预警历史中复制。',
  loadingList: '正在加载',
  listFailed: '加载失败',
  more: '更多',
  play: '播放',
  pause: '暂停',
  restart: '回到这一刻',
  openLive: '打开实时图表',
  toChart: '打开图表',
  failed: '无法加载这个时刻',
  gone: { title: '这个时刻不存在', text: '链接不完整，或者作者已将其删除。' },
  noMarket: { title: '没有品种 {{symbol}}', text: '这里不再提供该品种的数据，无法显示这个时刻。' },
  unreadable: { title: '无法显示这个时刻', text: '它使用了这里不支持的周期。' },
  notYet: {
    title: '您还看不到这个时刻',
    text: '{{time}} 之后可以查看。',
    delay: '您的行情有延迟，开通会员后可查看实时行情。',
    activate: '开通会员',
  },
}

export type MomentMessages = Shape<typeof moments>
