import type { Drawings, SavedDrawings } from '@flowprint/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../../../shared/http/call.ts'
import { useUser } from '../../../../shared/session/user.ts'
import { useDrawings } from '../model/drawing-store.ts'
import { DrawingKeeper, pendingStore } from './drawing-sync.ts'

/** Syncs the symbol's drawings with the server while mounted. */
export function useDrawingKeeper(symbol: string | undefined): void {
  const userId = useUser(({ user }) => user?.id)

  const keeper = useRef<DrawingKeeper | null>(null)
  const open = useEffectEvent(() => {
    if (keeper.current === null || symbol === undefined) return
    useDrawings.getState().open(symbol)
    keeper.current.open(symbol)
  })

  useEffect(() => {
    if (userId === undefined) return
    const made = new DrawingKeeper({
      load: async (of) => (await call('/drawings', { method: 'POST', body: { symbol: of }, say: false })) as Drawings,
      save: async (body) => (await call('/save_drawings', { method: 'POST', body, say: false })) as SavedDrawings,
      pending: pendingStore(userId),
      show: (items) => useDrawings.getState().take(items),
      state: (save) => useDrawings.setState({ save }),
    })
    keeper.current = made
    open()
    // Only user steps change the histories.
    const unfollow = useDrawings.subscribe(
      (now, before) => now.histories !== before.histories && made.changed(now.items),
    )
    const look = () => (document.visibilityState === 'hidden' ? made.flush() : made.refresh())
    const refresh = () => made.refresh()
    document.addEventListener('visibilitychange', look)
    addEventListener('focus', refresh)
    addEventListener('online', refresh)
    return () => {
      unfollow()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('focus', refresh)
      removeEventListener('online', refresh)
      made.dispose()
      keeper.current = null
    }
  }, [userId])

  useEffect(() => {
    if (symbol !== useDrawings.getState().symbol) open()
  }, [symbol])
}
