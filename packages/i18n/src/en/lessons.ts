import type { Shape } from '../shape.ts'
import type { lessons as zh } from '../zh/lessons.ts'

export const lessons: Shape<typeof zh> = {
  title: 'Lesson',
  leader: 'Leader',
  leading: 'You are leading',
  following: 'Following the leader',
  notFollowing: 'Not following',
  connecting: 'Connecting to the lesson…',
  reconnecting: 'Connection lost, reconnecting…',
  away: 'The leader is away. The lesson continues when they return.',
  followers: 'Followers: {{count}}',
  speed: 'Playing {{speed}}×',
  speedBack: 'Playing back {{speed}}×',
  delayed: "Your plan can't show the leader's moment yet. You see the latest data of your plan.",
  copyLink: 'Copy lesson link',
  end: 'End lesson',
  stop: 'Stop following',
  follow: 'Follow again',
  leave: 'Leave lesson',
  close: 'Close',
  over: {
    ended: 'The lesson has ended.',
    away: 'The lesson has ended: the leader was away for too long.',
    replaced: 'The lesson has ended here: the leader started one elsewhere.',
    unknown: 'The lesson has ended, or the link is invalid.',
    full: 'The lesson is full. Try again later.',
  },
}
