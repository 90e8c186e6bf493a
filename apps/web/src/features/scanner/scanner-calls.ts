import type { SaveAlertBody, SavedScan, SaveScanBody, ScanInterval } from '@flowprint/contract'
import { ALL_MARKETS } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyCall, call } from '../../shared/http/call.ts'
import { failureSlug } from '../../shared/http/envelope.ts'
import { showFailure } from '../../shared/http/failures.ts'

const SCANS = ['scans']
const ALERTS = ['alerts']

/** The rows as one answer, shown until the stream sends them. */
export function useScanner(interval: ScanInterval) {
  return useQuery({
    queryKey: ['scanner', interval],
    queryFn: ({ signal }) => call('GET /scanner', { query: { interval }, signal, toast: false }),
    staleTime: 0,
  })
}

export function useScans() {
  return useQuery({
    queryKey: SCANS,
    queryFn: ({ signal }) => call('POST /scans', { signal, toast: false }),
    // Other devices save too.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** Saves a change and loads the list again; 'stale': it was changed elsewhere; null: it failed and the error was shown. */
export function useSaveScan(): (body: SaveScanBody) => Promise<SavedScan | 'stale' | null> {
  const queries = useQueryClient()
  return async (body) => {
    try {
      return await call('POST /save_scan', { body, toast: false })
    } catch (error) {
      if (failureSlug(error) === 'STALE_VERSION') return 'stale'
      showFailure(error)
      return null
    } finally {
      await queries.invalidateQueries({ queryKey: SCANS })
    }
  }
}

/** Alerts on any market. */
export function useScannerAlerts() {
  return useQuery({
    queryKey: [...ALERTS, ALL_MARKETS],
    queryFn: ({ signal }) => call('POST /alerts', { body: { symbol: ALL_MARKETS }, signal, toast: false }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

const save = bodyCall('POST /save_alert')
const remove = bodyCall('POST /delete_alert')

/** Changes alerts and loads their lists again; false: it failed and the error was shown. */
export function useChangeAlerts() {
  const queries = useQueryClient()
  const change = async (work: () => Promise<unknown>): Promise<boolean | 'stale'> => {
    try {
      await work()
      return true
    } catch (error) {
      if (failureSlug(error) === 'STALE_VERSION') return 'stale'
      showFailure(error)
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: ALERTS })
    }
  }
  return {
    save: (body: SaveAlertBody) => change(() => save(body)),
    remove: (id: number) => change(() => remove({ id })),
  }
}
