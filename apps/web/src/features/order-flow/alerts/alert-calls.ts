import type { Alert, AlertEvent, Drawing, SaveAlertBody, TestAlertBody } from '@flowprint/contract'
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bodyCall, call } from '../../../shared/http/call.ts'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { showFailure } from '../../../shared/http/failures.ts'
import { fieldFaults } from '../../../shared/forms/field-faults.ts'
import { useDrawings } from '../drawings/drawing-store.ts'

const ALERTS = ['alerts']
const HISTORY = ['alert-history']
const CHANNELS = ['alert-channels']
const PAGE_SIZE = 30
/** The server's name for the kind of a condition. */
const KIND_FIELD = 'rule.kind'

export function useAlerts() {
  return useQuery({
    queryKey: ALERTS,
    queryFn: ({ signal }) => call('POST /alerts', { signal, toast: false }),
    refetchOnWindowFocus: true,
  })
}

/** Whether the order book of a market is recorded. */
export function useBookRecorded(symbol: string): boolean {
  const { data } = useQuery({
    queryKey: ['book-recorded', symbol],
    // A range without columns: only what is recorded.
    queryFn: ({ signal }) => call('GET /depth', { query: { symbol, from: Date.now() }, signal, toast: false }),
    enabled: symbol !== '',
  })
  return data !== undefined && data.coverage.mode !== 'off'
}

export function useAlertHistory() {
  return useInfiniteQuery({
    queryKey: HISTORY,
    queryFn: ({ signal, pageParam }) =>
      call('POST /alert_history', { body: { page_cur: pageParam, page_size: PAGE_SIZE }, signal, toast: false }),
    initialPageParam: 1,
    getNextPageParam: ({ page_cur, page_size, total }) => (page_cur * page_size < total ? page_cur + 1 : undefined),
    refetchOnMount: 'always',
  })
}

/** Events after a given one, newest first, and how many there are. */
export const loadEventsAfter = (after: number, size: number) =>
  call('POST /alert_history', { body: { after, page_size: size }, toast: false })

/** One event of the history; null when it no longer exists. */
export async function loadEvent(id: number): Promise<AlertEvent | null> {
  const { total } = await loadEventsAfter(id - 1, 1)
  if (total === 0) return null
  // The history is sorted descending: the event itself is the oldest that is not older.
  const { list } = await call('POST /alert_history', {
    body: { after: id - 1, page_cur: total, page_size: 1 },
    toast: false,
  })
  return list.find((event) => event.id === id) ?? null
}

export const invalidateAlerts = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ALERTS })
export const invalidateHistory = (queries: QueryClient) => queries.invalidateQueries({ queryKey: HISTORY })

/**
 * Saves and reloads the list; 'stale': it was changed elsewhere; null: it failed and the error was shown. `onRefused`
 * shows why the condition cannot be met on this market; without it, that is shown as other errors are.
 */
export async function saveAlert(
  queries: QueryClient,
  body: SaveAlertBody,
  onRefused?: (reason: string) => void,
): Promise<Alert | 'stale' | null> {
  try {
    return await call('POST /save_alert', { body, toast: false })
  } catch (error) {
    if (failureSlug(error) === 'STALE_VERSION') return 'stale'
    const reason = fieldFaults(error, [KIND_FIELD])?.[KIND_FIELD]
    if (reason === undefined || onRefused === undefined) showFailure(error)
    else onRefused(reason)
    return null
  } finally {
    await invalidateAlerts(queries)
  }
}

/** True: it is deleted, by this call or an earlier one. */
export async function deleteAlert(queries: QueryClient, id: number): Promise<boolean> {
  try {
    await call('POST /delete_alert', { body: { id }, toast: false })
    return true
  } catch (error) {
    if (failureSlug(error) === 'NOT_FOUND') return true
    showFailure(error)
    return false
  } finally {
    await Promise.all([invalidateAlerts(queries), invalidateHistory(queries)])
  }
}

/** The request body that saves an alert with changes. */
export function bodyOf(
  { id, version, symbol, name, rule, repeat, cooldown, expires_at, channels, sound, state }: Alert,
  changes: Partial<SaveAlertBody> = {},
): SaveAlertBody {
  return {
    id,
    version,
    symbol,
    name,
    rule,
    repeat,
    cooldown,
    expires_at,
    channels,
    sound,
    enabled: state === 'active',
    ...changes,
  }
}

export function useAlertChannels() {
  return useQuery({
    queryKey: CHANNELS,
    queryFn: ({ signal }) => call('POST /alert_channels', { signal, toast: false }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}
export const invalidateChannels = (queries: QueryClient) => queries.invalidateQueries({ queryKey: CHANNELS })

export const saveWebhook = (url: string) => call('POST /save_webhook', { body: { url }, toast: false })
export const deleteWebhook = () => call('POST /delete_webhook', { toast: false })
export const loadPushKey = async () => (await call('POST /push_key', { toast: false })).key
export const savePush = bodyCall('POST /save_push')
export const deletePush = (which: { readonly id: number } | { readonly endpoint: string }) =>
  call('POST /delete_push', { body: which, toast: false })
export const testChannel = (channel: TestAlertBody['channel']) =>
  call('POST /test_alert', { body: { channel }, toast: false })

const pointsOf = ({ points }: Drawing) => JSON.stringify(points.map(({ t, price }) => [t, price]))

/** Alerts whose drawing has moved since they were saved, each with the current drawing. */
export function movedAlerts(
  alerts: readonly Alert[],
  symbol: string,
  drawings: readonly Drawing[],
): { readonly alert: Alert; readonly drawing: Drawing }[] {
  return alerts.flatMap((alert) => {
    const { rule } = alert
    if (alert.symbol !== symbol || rule.kind !== 'drawing' || (alert.state !== 'active' && alert.state !== 'paused'))
      return []
    const drawing = drawings.find(({ id }) => id === rule.drawing.id)
    return drawing && pointsOf(drawing) !== pointsOf(rule.drawing) ? [{ alert, drawing }] : []
  })
}

/** Updates alerts on drawings: once a moved drawing is saved, its alerts are saved with the new points. */
export function useMovedDrawings(alerts: readonly Alert[]): void {
  const queries = useQueryClient()
  const save = useDrawings((state) => state.save)
  const items = useDrawings((state) => state.items)
  const symbol = useDrawings((state) => state.symbol)
  useEffect(() => {
    if (save !== 'saved') return
    for (const { alert, drawing } of movedAlerts(alerts, symbol, items)) {
      if (alert.rule.kind === 'drawing') void saveAlert(queries, bodyOf(alert, { rule: { ...alert.rule, drawing } }))
    }
  }, [save, items, symbol, alerts, queries])
}
