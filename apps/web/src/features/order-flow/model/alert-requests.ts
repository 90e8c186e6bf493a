import type { Alert, AlertEvent, Drawing } from '@flowprint/contract'
import { create } from 'zustand'
import type { Selection } from './selection.ts'

/** Initial values of the dialog. */
export type AlertRequest =
  /** null: the price under the crosshair, otherwise the last price. */
  | { readonly kind: 'price'; readonly price: string | null }
  | { readonly kind: 'drawing'; readonly drawing: Drawing }
  | { readonly kind: 'edit'; readonly alert: Alert }

interface AlertRequests {
  /** Alerts that fired since the history was last opened. */
  readonly unseen: number
  /** An open request to create or edit an alert. */
  readonly request: AlertRequest | null
  /** Events from the stream that are not handled yet. */
  readonly received: readonly AlertEvent[]
  /** Id of the alert that the URL asks to show. */
  readonly asked: number | null
  /** A moment to show once the chart of this selection is loaded. */
  readonly target: { readonly selection: Selection; readonly t: number } | null
}

/** State the page passes to the alerts, whose code loads after the bars. */
export const useAlertRequests = create<AlertRequests>()(() => ({
  unseen: 0,
  request: null,
  received: [],
  asked: null,
  target: null,
}))

export const requestAlert = (request: AlertRequest) => useAlertRequests.setState({ request })

export const receiveAlert = (event: AlertEvent) =>
  useAlertRequests.setState(({ received }) => ({ received: [...received, event] }))

/** Reads the URL parameters: push notifications and mails link to the bar of their alert. */
export function readAlertParameter(parameters: URLSearchParams): void {
  const id = parameters.get('alert')
  if (id !== null && /^[1-9]\d{0,15}$/.test(id)) useAlertRequests.setState({ asked: Number(id) })
}
