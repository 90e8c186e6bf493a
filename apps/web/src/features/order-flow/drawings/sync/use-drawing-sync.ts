import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../../../shared/http/call.ts'
import { useUser } from '../../../../shared/session/user.ts'
import { useDrawings } from '../model/drawing-store.ts'
import { DrawingSync, pendingStore } from './drawing-sync.ts'

/** Syncs the symbol's drawings with the server while mounted. */
export function useDrawingSync(symbol: string | undefined): void {
  const userId = useUser(({ user }) => user?.id)

  const sync = useRef<DrawingSync | null>(null)
  const open = useEffectEvent(() => {
    if (sync.current === null || symbol === undefined) return
    useDrawings.getState().open(symbol)
    sync.current.open(symbol)
  })

  useEffect(() => {
    if (userId === undefined) return
    const drawingSync = new DrawingSync({
      load: async (of) => await call('POST /drawings', { body: { symbol: of }, say: false }),
      save: async (body) => await call('POST /save_drawings', { body, say: false }),
      pending: pendingStore(userId),
      show: (items) => useDrawings.getState().take(items),
      state: (save) => useDrawings.setState({ save }),
    })
    sync.current = drawingSync
    open()
    // Only user steps change the histories.
    const unfollow = useDrawings.subscribe(
      (now, before) => now.histories !== before.histories && drawingSync.changed(now.items),
    )
    const onVisibility = () => (document.visibilityState === 'hidden' ? drawingSync.flush() : drawingSync.refresh())
    const refresh = () => drawingSync.refresh()
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('focus', refresh)
    addEventListener('online', refresh)
    return () => {
      unfollow()
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('focus', refresh)
      removeEventListener('online', refresh)
      drawingSync.dispose()
      sync.current = null
    }
  }, [userId])

  useEffect(() => {
    if (symbol !== useDrawings.getState().symbol) open()
  }, [symbol])
}
