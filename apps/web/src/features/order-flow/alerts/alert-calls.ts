import type {
  Alert,
  AlertChannels,
  AlertEvent,
  AlertHistory,
  Alerts,
  SaveAlertBody,
  SavedWebhook,
  SavePushBody,
  TestAlertBody,
  TestedAlert,
} from '@flowprint/contract'
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/http/call.ts'
import { CallFailure, failureSlug } from '../../../shared/http/envelope.ts'
import { sayFailure } from '../../../shared/http/react-to-failure.ts'

const ALERTS = ['alerts']
const HISTORY = ['alert-history']
const WAYS = ['alert-ways']
const PAGE = 30

const post = <Data>(path: string, body: object, signal?: AbortSignal) =>
  call(path, { method: 'POST', body, say: false, signal }) as Promise<Data>

export function useAlerts() {
  return useQuery({
    queryKey: ALERTS,
    queryFn: ({ signal }) => post<Alerts>('/alerts', {}, signal),
    refetchOnWindowFocus: true,
  })
}

export function useAlertHistory() {
  return useInfiniteQuery({
    queryKey: HISTORY,
    queryFn: ({ signal, pageParam }) =>
      post<AlertHistory>('/alert_history', { page_cur: pageParam, page_size: PAGE }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page_cur, page_size, total }) => (page_cur * page_size < total ? page_cur + 1 : undefined),
    refetchOnMount: 'always',
  })
}

/** Events after a given one, newest first, and how many there are. */
export const loadEventsAfter = (after: number, size: number) =>
  post<AlertHistory>('/alert_history', { after, page_size: size })

/** One event of the history; null when it no longer exists. */
export async function loadEvent(id: number): Promise<AlertEvent | null> {
  const { total } = await loadEventsAfter(id - 1, 1)
  if (total === 0) return null
  // The history is sorted descending: the event itself is the oldest that is not older.
  const { list } = await post<AlertHistory>('/alert_history', { after: id - 1, page_cur: total, page_size: 1 })
  return list.find((event) => event.id === id) ?? null
}

export const invalidateAlerts = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ALERTS })
export const invalidateHistory = (queries: QueryClient) => queries.invalidateQueries({ queryKey: HISTORY })

/** Saves and reloads the list; 'stale': it was changed elsewhere; null: it failed and the error was shown. */
export async function saveAlert(queries: QueryClient, body: SaveAlertBody): Promise<Alert | 'stale' | null> {
  try {
    return await post<Alert>('/save_alert', body)
  } catch (error) {
    if (error instanceof CallFailure && failureSlug(error) === 'STALE_VERSION') return 'stale'
    sayFailure(error)
    return null
  } finally {
    await invalidateAlerts(queries)
  }
}

/** True: it is deleted, by this call or an earlier one. */
export async function deleteAlert(queries: QueryClient, id: number): Promise<boolean> {
  try {
    await post('/delete_alert', { id })
    return true
  } catch (error) {
    if (error instanceof CallFailure && failureSlug(error) === 'NOT_FOUND') return true
    sayFailure(error)
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
    queryKey: WAYS,
    queryFn: ({ signal }) => post<AlertChannels>('/alert_channels', {}, signal),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}
export const invalidateChannels = (queries: QueryClient) => queries.invalidateQueries({ queryKey: WAYS })

export const saveWebhook = (url: string) => post<SavedWebhook>('/save_webhook', { url })
export const deleteWebhook = () => post('/delete_webhook', {})
export const loadPushKey = async () => (await post<{ key: string }>('/push_key', {})).key
export const savePush = (body: SavePushBody) => post('/save_push', body)
export const deletePush = (which: { readonly id: number } | { readonly endpoint: string }) =>
  post('/delete_push', which)
export const testChannel = (channel: TestAlertBody['channel']) => post<TestedAlert>('/test_alert', { channel })
