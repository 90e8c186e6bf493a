import type { Menus } from '@flowprint/contract'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lastSelection, useOrder } from './order-store.ts'
import { precisionFor } from './precision.ts'
import { orderSearch, readSelection, resolveSelection, sameSelection, type Selection } from './selection.ts'
import { adoptShared } from './shared-view.ts'
import { readAlertParameter } from './alert-requests.ts'
import { linkParts, useChartSettings } from './settings-store.ts'

/** The URL of a selection with the current settings. */
export function addressOf(selection: Selection, whole = false): string {
  return orderSearch({ ...selection, ...linkParts(useChartSettings.getState(), whole) })
}

/**
 * Syncs URL and order state: a URL (first visit, back, forward) becomes the applied selection, missing parts are filled
 * in, and changed settings replace the URL without a new history entry.
 */
export function useAddressedSelection(menus: Menus | undefined): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    if (!menus) return
    const parameters = new URLSearchParams(search)
    useChartSettings.getState().adoptLink({ settings: parameters.get('settings'), view: parameters.get('view') })
    const { memory, adopt } = useOrder.getState()
    const selection = resolveSelection(menus, readSelection(search), lastSelection(), (symbol, cycle) =>
      precisionFor(menus, memory, symbol, cycle),
    )
    if (!selection) return
    adopt(selection)
    adoptShared(parameters, selection.symbol)
    readAlertParameter(parameters)
    if (addressOf(selection) !== search) void navigate(addressOf(selection), { replace: true })
    // Only the URL decides; refetched menus must not undo a choice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search, menus === undefined, pathname])

  useEffect(
    () =>
      useChartSettings.subscribe(() => {
        const { applied } = useOrder.getState()
        if (applied && addressOf(applied) !== location.search) void navigate(addressOf(applied), { replace: true })
      }),
    [navigate],
  )
}

/** Applies the draft to the order state and the URL: the switch button. */
export function useSwitch(): () => void {
  const navigate = useNavigate()
  return () => {
    const before = useOrder.getState().applied
    const selection = useOrder.getState().switchTo()
    if (selection && !sameSelection(before, selection)) void navigate(addressOf(selection))
  }
}
