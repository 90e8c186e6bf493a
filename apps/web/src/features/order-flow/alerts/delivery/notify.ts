import type { AlertEvent } from '@flowprint/contract'

interface Notice {
  readonly title: string
  readonly text: string
}

export const canNotify = (): boolean => 'Notification' in globalThis

/** Asks for leave; only ever from a click. */
export const askToNotify = (): Promise<NotificationPermission> => Notification.requestPermission()

/** A notification of the browser; the same tag as that of a push, so that both together are one. */
export function notify({ id }: Pick<AlertEvent, 'id'>, { title, text }: Notice, open: () => void): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  try {
    const made = new Notification(title, { body: text, tag: id === 0 ? 'test' : `alert-${id}`, icon: '/favicon.svg' })
    made.addEventListener('click', () => {
      made.close()
      focus()
      open()
    })
  } catch {
    // Phones leave this to service workers alone: there a push says it.
  }
}
