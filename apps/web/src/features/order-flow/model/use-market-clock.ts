import { useEffect, useState } from 'react'
import { marketStore, type MarketState } from './market-store.ts'

/** Changes to these show immediately; clock and lag wait for the next second. */
const AT_ONCE = ['phase', 'connection', 'retryAt', 'meta', 'feed', 'bars'] as const

/** The market's state and this machine's clock, sampled once a second and at every relevant change. */
export function useMarketClock(): { readonly now: number; readonly market: MarketState } {
  const [taken, setTaken] = useState(() => ({ now: Date.now(), market: marketStore.getState() }))
  useEffect(() => {
    const take = () => setTaken({ now: Date.now(), market: marketStore.getState() })
    const timer = setInterval(take, 1000)
    const unsubscribe = marketStore.subscribe((now, before) => {
      if (AT_ONCE.some((name) => now[name] !== before[name])) take()
    })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [])
  return taken
}
