import type { Alert, AlertEvent, Drawing } from '@flowprint/contract'
import { create } from 'zustand'
import type { Selection } from '../model/selection.ts'

/** What the dialog begins with. */
export type AlertWish =
  /** null: the price under the crosshair, else the last one. */
  | { readonly kind: 'price'; readonly price: string | null }
  | { readonly kind: 'drawing'; readonly drawing: Drawing }
  | { readonly kind: 'edit'; readonly alert: Alert }

interface AlertEntry {
  /** Alerts that fired since the history was last looked at. */
  readonly unseen: number
  /** Somebody wants to make or change an alert. */
  readonly wish: AlertWish | null
  /** What the stream said and nobody took yet. */
  readonly heard: readonly AlertEvent[]
  /** The number of the alert that an address asks to be shown. */
  readonly asked: number | null
  /** A moment to show once the chart of this selection is there. */
  readonly target: { readonly selection: Selection; readonly t: number } | null
}

/** What the page passes on to the alerts, whose own code comes after the bars. */
export const useAlertEntry = create<AlertEntry>()(() => ({
  unseen: 0,
  wish: null,
  heard: [],
  asked: null,
  target: null,
}))

export const askForAlert = (wish: AlertWish) => useAlertEntry.setState({ wish })

export const hearAlert = (event: AlertEvent) => useAlertEntry.setState(({ heard }) => ({ heard: [...heard, event] }))

/** Takes over what an address carries: pushes and mails lead to the bar of their alert. */
export function adoptAlert(parameters: URLSearchParams): void {
  const id = parameters.get('alert')
  if (id !== null && /^[1-9]\d{0,15}$/.test(id)) useAlertEntry.setState({ asked: Number(id) })
}
