import type { AlertEvent } from '@flowprint/contract'

interface Notice {
  readonly title: string
  readonly text: string
}

export const canNotify = (): boolean => 'Notification' in globalThis

/** Requests permission to notify; call it only from a click. */
export const askToNotify = (): Promise<NotificationPermission> => Notification.requestPermission()

/** Shows a browser notification; it has the tag of the push message, so that only one of the two is visible. */
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
    // Phones allow notifications only from service workers; there the push message shows it.
  }
}
