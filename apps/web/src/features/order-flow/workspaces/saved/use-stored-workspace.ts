import type { Menus } from '@flowprint/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '../../../../shared/session/user.ts'
import { lastSelection, symbolToShow } from '../../model/selection.ts'
import { createPreset, createWorkspace } from '../presets.ts'
import { openWorkspace, useWorkspace, type WorkspaceState } from '../workspace-store.ts'
import { keepOnDevice, writeCurrent } from './device-copy.ts'
import { linkText, loadWorkspace, openLink, type RefusedWorkspace } from './load-workspace.ts'

export interface StoredWorkspace {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly error: unknown
  readonly retry: () => void
  /** Why the link of the address was not opened. */
  readonly refused: RefusedWorkspace | null
  readonly dismiss: () => void
}

/**
 * Opens the workspace of the address's link, else the one that belongs to this device and account, and keeps its changes
 * on the device while mounted. The link is removed from the address once it is read.
 */
export function useStoredWorkspace(menus: Menus): StoredWorkspace {
  const { t } = useTranslation()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const userId = useUser(({ user }) => user?.id)
  const [loadedFor, setLoadedFor] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [refused, setRefused] = useState<RefusedWorkspace | null>(null)
  const text = linkText(hash)
  const isLoaded = userId !== undefined && loadedFor === userId

  const find = useEffectEvent(async (user: number, link: string | null) => {
    if (link !== null) return openLink(link, user)
    if (isLoaded) return null
    return loadWorkspace({
      userId: user,
      createDefault: () => firstWorkspace(menus, t('workspaces.preset.multi_timeframe')),
    })
  })
  const show = useEffectEvent((user: number, link: string | null, found: WorkspaceState | RefusedWorkspace | null) => {
    if (found !== null && 'kind' in found) setRefused(found)
    else if (found !== null) {
      openWorkspace(found)
      writeCurrent(user, found)
      setLoadedFor(user)
      setRefused((before) => (link === null ? before : null))
    }
    if (link !== null) void navigate({ pathname, search }, { replace: true })
  })
  useEffect(() => {
    if (userId === undefined || error !== null) return
    let isCurrent = true
    find(userId, text).then(
      (found) => isCurrent && show(userId, text, found),
      (failure: unknown) => isCurrent && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [userId, text, error])

  useEffect(() => {
    if (!isLoaded) return
    return keepOnDevice(userId)
  }, [isLoaded, userId])
  // Another visit reads the device again, as another tab may have changed it.
  useEffect(() => () => useWorkspace.setState(useWorkspace.getInitialState()), [])

  return {
    state: isLoaded ? 'ready' : error === null ? 'loading' : 'failed',
    error,
    retry: () => setError(null),
    refused,
    dismiss: () => setRefused(null),
  }
}

/** The intervals of the market that /order showed last. */
function firstWorkspace(menus: Menus, name: string) {
  const symbol = symbolToShow(menus, {}, lastSelection())
  return createWorkspace(createPreset('multi_timeframe', { name, chart: symbol === undefined ? {} : { symbol } }))
}
