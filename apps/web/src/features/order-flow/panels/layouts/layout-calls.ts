import type { LayoutContent, Layouts, SavedLayout } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/http/call.ts'
import { CallFailure, failureSlug } from '../../../../shared/http/envelope.ts'
import { sayFailure } from '../../../../shared/http/react-to-failure.ts'

export type Layout = Layouts['list'][number]

const KEY = ['layouts']

export function useLayouts() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('POST /layouts', { signal, say: false }),
    // Other devices save too: the list is refetched each time it is opened.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

interface Change {
  readonly name: string
  readonly version: number
  /** Null deletes it. */
  readonly content?: LayoutContent | null
  readonly new_name?: string
}

/** Saves a change and reloads the list; 'stale': it was changed elsewhere; null: it failed and the error was shown. */
export function useSaveLayout(): (change: Change) => Promise<SavedLayout | 'stale' | null> {
  const queries = useQueryClient()
  return async (body) => {
    try {
      return await call('POST /save_layout', { body, say: false })
    } catch (error) {
      if (error instanceof CallFailure && failureSlug(error) === 'STALE_VERSION') return 'stale'
      sayFailure(error)
      return null
    } finally {
      await queries.invalidateQueries({ queryKey: KEY })
    }
  }
}
