import type { Shape } from '../shape.ts'

/** Lessons: a leader whose chart others follow. Loaded when one is led or followed. */
export const lessons = {
  title: '课堂',
  leader: '讲师',
  leading: '正在讲课',
  following: '正在跟随讲师',
  notFollowing: '已停止跟随',
  connecting: '正在连接课堂…',
  reconnecting: '连接已断开，正在重新连接…',
  away: '讲师暂时离开，返回后课堂会继续。',
  followers: '{{count}} 人跟随',
  speed: '播放 {{speed}}×',
  speedBack: '倒放 {{speed}}×',
  delayed: '你的会员方案看不到讲师所在的时刻，图表显示你能看到的最新数据。',
  copyLink: '复制课堂链接',
  end: '结束课堂',
  stop: '停止跟随',
  follow: '重新跟随',
  leave: '离开课堂',
  close: '关闭',
  over: {
    ended: '课堂已结束。',
    away: '讲师长时间没有返回，课堂已结束。',
    replaced: '讲师已在别处开始讲课，这里的课堂已结束。',
    unknown: '课堂已结束，或链接无效。',
    full: '课堂人数已满，请稍后再试。',
  },
}

export type LessonsMessages = Shape<typeof lessons>
