import { ALERT_SOUNDS, type AlertEvent, type AlertSound } from '@flowprint/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../model/chart-scope.ts'
import { STORAGE_KEYS } from '../../../shared/local-store.ts'
import { createPreferences } from '../model/preferences.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import { useAlertRequests } from '../model/alert-requests.ts'
import { useMarket } from '../model/market-store.ts'
import { isReplaying, useReplay } from '../model/replay-store.ts'
import { invalidateAlerts, invalidateHistory, loadEventsAfter } from './alert-calls.ts'
import { playSound, unlockSound } from './sound.ts'

interface AlertPreferences {
  /** Id of the newest event viewed in this browser; null: none yet. */
  readonly seen: number | null
  /** Show browser notifications while the page is in the background. */
  readonly notify: boolean
  /** The last choice. */
  readonly sound: AlertSound
}

/** Stored on this device. */
export const useAlertPreferences = createPreferences(
  STORAGE_KEYS.alerts,
  ({ seen, notify, sound }): AlertPreferences => ({
    seen: typeof seen === 'number' && Number.isSafeInteger(seen) && seen >= 0 ? seen : null,
    notify: notify === true,
    sound: ALERT_SOUNDS.find((known) => known === sound) ?? 'bell',
  }),
)

interface Notice {
  readonly title: string
  readonly text: string
}

export const canNotify = (): boolean => 'Notification' in globalThis

/** Requests permission to notify; call it only from a click. */
export const askToNotify = (): Promise<NotificationPermission> => Notification.requestPermission()

/** Shows a browser notification; it has the tag of the push message, so that only one of the two is visible. */
function notify({ id }: Pick<AlertEvent, 'id'>, { title, text }: Notice, open: () => void): void {
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

/** Enough for all events that two connections may deliver twice. */
const MAX_DELIVERED = 500
/** Events older than this are counted, but do not notify. */
const MAX_NEWS_AGE_MS = 60_000

/** Ids of delivered events: each arrives over every connection of the account, and again from the history. */
export class DeliveredEvents {
  readonly #keys = new Set<string>()

  /** True the first time. Tests have no id and are identified by their creation time. */
  isNew({ id, created_at }: Pick<AlertEvent, 'id' | 'created_at'>): boolean {
    const key = id === 0 ? `test ${created_at}` : String(id)
    if (this.#keys.has(key)) return false
    this.#keys.add(key)
    const oldest = this.#keys.values().next().value
    if (this.#keys.size > MAX_DELIVERED && oldest !== undefined) this.#keys.delete(oldest)
    return true
  }
}

/** `now`: server time, ms. */
export const isNews = ({ created_at }: Pick<AlertEvent, 'created_at'>, now: number): boolean =>
  now - Date.parse(created_at) <= MAX_NEWS_AGE_MS

/** All tabs receive an event within this time. */
const LOCK_MS = 10_000

/**
 * Runs an action in only one of the browser's tabs that receive the same event; in each tab when locks are unavailable.
 */
async function inOneTab(name: string, act: () => void): Promise<void> {
  if (!('locks' in navigator)) return act()
  await navigator.locks.request(`flowprint ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    act()
    await new Promise((done) => setTimeout(done, LOCK_MS))
  })
}

/** Maximum events loaded at once after an absence. */
const MAX_MISSED = 20

interface AlertEventTools {
  readonly wordsOf: (event: AlertEvent) => { readonly title: string; readonly text: string }
  readonly show: (event: AlertEvent) => void
}

/** Handles alert events while the page is open: toast, sound, browser notification, and the count at the bell. */
export function useAlertEvents({ wordsOf, show }: AlertEventTools): void {
  const scope = useChartScope()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const delivered = useRef(new DeliveredEvents())
  const waiting = useAlertRequests((state) => state.received)
  const online = useMarket((state) => state.connection === 'open')

  const announce = useEffectEvent((event: AlertEvent) => {
    const words = wordsOf(event)
    const notice = t('alerts.notice', words)
    showToast(isReplaying(useReplay.getState()) ? t('alerts.liveNotice', { notice }) : notice)
    // Every open page shows the event; only one plays the sound and notifies.
    void inOneTab(`alert ${event.id} ${event.created_at}`, () => {
      playSound(event.sound)
      if (document.hidden && useAlertPreferences.getState().notify) notify(event, words, () => show(event))
    })
  })

  const take = useEffectEvent((events: readonly AlertEvent[]) => {
    const fresh = events.filter((event) => delivered.current.isNew(event))
    for (const event of fresh) announce(event)
    const counted = fresh.filter(({ id }) => id > 0).length
    if (counted === 0) return
    useAlertRequests.setState(({ unseen }) => ({ unseen: unseen + counted }))
    void invalidateAlerts(queries)
    void invalidateHistory(queries)
  })

  /** Events that fired while the page was away or before it was opened. */
  const catchUp = useEffectEvent(async () => {
    const { seen, change } = useAlertPreferences.getState()
    const { list, total } = await loadEventsAfter(seen ?? 0, MAX_MISSED)
    if (seen === null) return change({ seen: list[0]?.id ?? 0 })
    const now = Date.now() + useMarket.of(scope).getState().offsetMs
    const fresh = list.filter((event) => delivered.current.isNew(event))
    for (const event of fresh.toReversed()) if (isNews(event, now)) announce(event)
    useAlertRequests.setState({ unseen: total })
    if (fresh.length > 0) void invalidateHistory(queries)
  })

  useEffect(() => unlockSound(), [])
  useEffect(() => {
    if (waiting.length === 0) return
    useAlertRequests.setState({ received: [] })
    take(waiting)
  }, [waiting])
  useEffect(() => {
    // Requested again with the next connection.
    if (online) catchUp().catch(() => undefined)
  }, [online])
}
