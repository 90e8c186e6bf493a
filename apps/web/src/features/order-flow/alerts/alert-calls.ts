import type { Alert, AlertEvent, SaveAlertBody, SavePushBody, TestAlertBody } from '@flowprint/contract'
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/http/call.ts'
import { CallFailure, failureSlug } from '../../../shared/http/envelope.ts'
import { sayFailure } from '../../../shared/http/react-to-failure.ts'

const ALERTS = ['alerts']
const HISTORY = ['alert-history']
const WAYS = ['alert-ways']
const PAGE = 30

export function useAlerts() {
  return useQuery({
    queryKey: ALERTS,
    queryFn: ({ signal }) => call('POST /alerts', { signal, say: false }),
    refetchOnWindowFocus: true,
  })
}

export function useAlertHistory() {
  return useInfiniteQuery({
    queryKey: HISTORY,
    queryFn: ({ signal, pageParam }) =>
      call('POST /alert_history', { body: { page_cur: pageParam, page_size: PAGE }, signal, say: false }),
    initialPageParam: 1,
    getNextPageParam: ({ page_cur, page_size, total }) => (page_cur * page_size < total ? page_cur + 1 : undefined),
    refetchOnMount: 'always',
  })
}

/** Events after a given one, newest first, and how many there are. */
export const loadEventsAfter = (after: number, size: number) =>
  call('POST /alert_history', { body: { after, page_size: size }, say: false })

/** One event of the history; null when it no longer exists. */
export async function loadEvent(id: number): Promise<AlertEvent | null> {
  const { total } = await loadEventsAfter(id - 1, 1)
  if (total === 0) return null
  // The history is sorted descending: the event itself is the oldest that is not older.
  const { list } = await call('POST /alert_history', {
    body: { after: id - 1, page_cur: total, page_size: 1 },
    say: false,
  })
  return list.find((event) => event.id === id) ?? null
}

export const invalidateAlerts = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ALERTS })
export const invalidateHistory = (queries: QueryClient) => queries.invalidateQueries({ queryKey: HISTORY })

/** Saves and reloads the list; 'stale': it was changed elsewhere; null: it failed and the error was shown. */
export async function saveAlert(queries: QueryClient, body: SaveAlertBody): Promise<Alert | 'stale' | null> {
  try {
    return await call('POST /save_alert', { body, say: false })
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
    await call('POST /delete_alert', { body: { id }, say: false })
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
    queryFn: ({ signal }) => call('POST /alert_channels', { signal, say: false }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}
export const invalidateChannels = (queries: QueryClient) => queries.invalidateQueries({ queryKey: WAYS })

export const saveWebhook = (url: string) => call('POST /save_webhook', { body: { url }, say: false })
export const deleteWebhook = () => call('POST /delete_webhook', { say: false })
export const loadPushKey = async () => (await call('POST /push_key', { say: false })).key
export const savePush = (body: SavePushBody) => call('POST /save_push', { body, say: false })
export const deletePush = (which: { readonly id: number } | { readonly endpoint: string }) =>
  call('POST /delete_push', { body: which, say: false })
export const testChannel = (channel: TestAlertBody['channel']) =>
  call('POST /test_alert', { body: { channel }, say: false })
