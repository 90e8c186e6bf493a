import type { Shape } from '../shape.ts'

/** Volume profiles; loaded with their layer of the chart. */
export const profiles = {
  name: '成交量分布',
  note: '按价位汇总一段时间内的成交量，标出 POC 与价值区（VAH、VAL）。',
  session: '时段分布',
  hours: '时段',
  of: {
    day: 'UTC 日',
    asia: '亚洲（东京 9:00–17:00）',
    europe: '欧洲（伦敦 8:00–16:30）',
    us: '美国（纽约 9:30–16:00）',
    own: '自定义时段',
  },
  own: '自定义时段（{{zone}}）',
  from: '开始',
  to: '结束',
  nextDay: '结束时间在次日。',
  sessions: '显示最近时段数',
  naked: '未触及 POC 延长线',
  visible: '可见范围分布',
  draw: '绘制固定范围',
  drawHint: '在图上拖动选取一段时间。',
  drawing: '请在图上拖动，或依次点击两次。',
  look: '着色',
  looks: { sides: '买卖', delta: 'Delta', volume: '成交量' },
  width: '宽度',
  widths: { narrow: '窄', medium: '中', wide: '宽' },
  area: '突出显示价值区',
  lines: 'POC / VAH / VAL 线',
  failed: '成交量分布计算失败：{{reason}}',
  list: '图上的成交量分布',
  kind: { session: '时段', visible: '可见范围', fixed: '固定范围' },
  spoken: '{{kind}} {{range}}：POC {{poc}}，VAH {{vah}}，VAL {{val}}',
  spokenEmpty: '{{kind}} {{range}}：无成交',
}

export type ProfileMessages = Shape<typeof profiles>
