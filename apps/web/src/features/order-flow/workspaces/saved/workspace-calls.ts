import type { SavedWorkspace, SaveWorkspaceBody, Workspace, Workspaces } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/http/call.ts'
import { failureSlug } from '../../../../shared/http/envelope.ts'
import { showFailure } from '../../../../shared/http/failures.ts'

export type ListedWorkspace = Workspaces['list'][number]

const KEY = ['workspaces']

export const fetchWorkspaces = (signal?: AbortSignal): Promise<Workspaces> =>
  call('POST /workspaces', { signal, toast: false })

/** The current version, or an earlier one; null if the account has none such. */
export async function fetchWorkspace(name: string, version?: number): Promise<Workspace | null> {
  try {
    return await call('POST /workspace', { body: { name, version }, toast: false })
  } catch (error) {
    if (failureSlug(error) === 'NOT_FOUND') return null
    throw error
  }
}

export function useWorkspaces() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchWorkspaces(signal),
    // Other devices save too.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** Replaced documents of a workspace, newest first. `version` is the current one: a save adds another. */
export function useVersions({ name, version }: ListedWorkspace) {
  return useQuery({
    queryKey: [...KEY, 'versions', name, version],
    queryFn: ({ signal }) => call('POST /workspace_versions', { body: { name }, signal, toast: false }),
    staleTime: 0,
  })
}

/** A replaced document, which never changes. */
export function useVersion(name: string, version: number) {
  return useQuery({
    queryKey: [...KEY, 'version', name, version],
    queryFn: () => fetchWorkspace(name, version),
    staleTime: Infinity,
  })
}

export type SendWorkspace = (body: SaveWorkspaceBody) => Promise<SavedWorkspace | 'stale' | null>

/** Saves a change and loads the list again; 'stale': it was changed elsewhere; null: it failed and the error was shown. */
export function useSendWorkspace(): SendWorkspace {
  const queries = useQueryClient()
  return async (body) => {
    try {
      return await call('POST /save_workspace', { body, toast: false })
    } catch (error) {
      if (failureSlug(error) === 'STALE_VERSION') return 'stale'
      showFailure(error)
      return null
    } finally {
      void queries.invalidateQueries({ queryKey: KEY })
    }
  }
}
