import type { Drawing, Menus } from '@flowprint/contract'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useOrder } from './order-store.ts'
import {
  lastSelection,
  orderSearch,
  readSelection,
  resolveSelection,
  sameSelection,
  type Selection,
} from './selection.ts'
import { type ChartScope, createScopedStore, useChartScope } from './chart-scope.ts'
import { readAlertParameter } from './alert-requests.ts'
import { readLessonParameter } from './lesson-link.ts'
import { linkParts, useChartSettings } from './settings-store.ts'

/** What a link shows in addition to symbol, settings and view. */
export interface SharedView {
  readonly symbol: string
  /** The parameter `d`, or the drawings of a moment. */
  readonly drawings: string | readonly Drawing[] | null
  /** Visible bars, ms. */
  readonly range: { readonly from: number; readonly to: number } | null
}

/** The link the page was opened with, until its range is shown and its drawings are saved or dismissed. */
export const useSharedView = createScopedStore<{ readonly view: SharedView | null }>(() => () => ({ view: null }))

/** Reads a link's parameters; no effect when there are none. */
export function adoptShared(scope: ChartScope, parameters: URLSearchParams, symbol: string): void {
  const drawings = parameters.get('d')
  const [from, to] = [parameters.get('from'), parameters.get('to')].map((text) =>
    /^\d{1,15}$/.test(text ?? '') ? Number(text) : null,
  )
  const range = from !== null && to !== null && from < to ? { from, to } : null
  if (drawings !== null || range !== null) useSharedView.of(scope).setState({ view: { symbol, drawings, range } })
}

/** The URL of a selection with the current settings. */
export function addressOf(scope: ChartScope, selection: Selection, whole = false): string {
  return orderSearch({ ...selection, ...linkParts(useChartSettings.of(scope).getState(), whole) })
}

/**
 * Syncs URL and order state: a URL (first visit, back, forward) becomes the applied selection, missing parts are filled
 * in, and changed settings replace the URL without a new history entry.
 */
export function useAddressedSelection(menus: Menus | undefined): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const scope = useChartScope()

  useEffect(() => {
    if (!menus) return
    const parameters = new URLSearchParams(search)
    useChartSettings
      .of(scope)
      .getState()
      .adoptLink({ settings: parameters.get('settings'), view: parameters.get('view') })
    const { precisionOf, adopt } = useOrder.of(scope).getState()
    const selection = resolveSelection(menus, readSelection(search), lastSelection(), (symbol, cycle) =>
      precisionOf(menus, symbol, cycle),
    )
    if (!selection) return
    adopt(selection)
    adoptShared(scope, parameters, selection.symbol)
    readAlertParameter(parameters)
    readLessonParameter(parameters)
    if (addressOf(scope, selection) !== search) void navigate(addressOf(scope, selection), { replace: true })
    // Only the URL decides; refetched menus must not undo a choice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search, menus === undefined, pathname])

  useEffect(
    () =>
      useChartSettings.of(scope).subscribe(() => {
        const { applied } = useOrder.of(scope).getState()
        if (applied && addressOf(scope, applied) !== location.search)
          void navigate(addressOf(scope, applied), { replace: true })
      }),
    [navigate, scope],
  )
}

/** Puts a selection into the URL, if that says what the chart shows. */
export function useAddress(): (selection: Selection) => void {
  const navigate = useNavigate()
  const scope = useChartScope()
  return (selection) => {
    if (scope.isAddressed) void navigate(addressOf(scope, selection))
  }
}

/** Applies the draft to the order state and the URL: the switch button. */
export function useSwitch(): () => void {
  const address = useAddress()
  const scope = useChartScope()
  return () => {
    const { applied: before, switchTo } = useOrder.of(scope).getState()
    const selection = switchTo()
    if (selection && !sameSelection(before, selection)) address(selection)
  }
}
