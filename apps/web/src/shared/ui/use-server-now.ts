import { useEffect, useState } from 'react'
import { useUser } from '../session/user.ts'

/** The server's time in ms, updated every second; memberships and discounts depend on it. */
export function useServerNow(): number {
  const skewMs = useUser((state) => state.skewMs)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return nowMs + skewMs
}
