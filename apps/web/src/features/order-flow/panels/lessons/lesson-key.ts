/** The lesson of this tab, in session storage: a reload continues it. */
export const LESSON_KEY = 'flowprint:lesson'
