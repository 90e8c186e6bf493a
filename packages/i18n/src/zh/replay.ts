import type { Shape } from '../shape.ts'

/** Replay; loaded when one is started, and with the command palette and the lists of keys. */
export const replay = {
  title: '回放',
  hint: '只显示回放时刻之前的数据。',
  choose: {
    title: '开始回放',
    time: '起始时间（{{zone}}）',
    hint: '图表只显示这一时刻之前已知的数据，之前的走势照常显示。',
    crosshair: '光标所在的柱 {{time}}',
    visible: '屏幕上第一根柱 {{time}}',
    start: '开始',
    invalid: '请选择 {{from}} 到 {{to}} 之间的时间',
  },
  play: '播放',
  playBack: '倒放',
  pause: '暂停',
  barBack: '上一根柱',
  barOn: '下一根柱',
  tradeBack: '上一笔成交',
  tradeOn: '下一笔成交',
  minutesBack: '后退 {{minutes}} 分钟',
  minutesOn: '前进 {{minutes}} 分钟',
  speed: '速度',
  jump: '跳转',
  jumpTo: {
    nextSignal: '下一个信号',
    previousSignal: '上一个信号',
    nextSession: '下一个交易日（UTC）',
    previousSession: '上一个交易日（UTC）',
    moment: '其他时间…',
  },
  none: '在 {{time}} 之前没有找到',
  noneBefore: '在 {{time}} 之后没有找到',
  live: '返回实时',
  practice: '模拟练习',
  practiceHint: '用回放的成交练习下单，非真实委托',
  slow: '网络或电脑跟不上所选速度',
  present: '已到达当前行情',
  beginning: '已到历史数据的起点',
  failed: '加载失败，回放已暂停',
  keys: {
    play: '播放 / 倒放，或暂停',
    bar: '后退 / 前进一根柱',
    trade: '后退 / 前进一笔成交',
    minutes: '后退 / 前进 5 分钟',
    speed: '加快 / 放慢',
    pause: '暂停',
  },
}

export type ReplayMessages = Shape<typeof replay>
