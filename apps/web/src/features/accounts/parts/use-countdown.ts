import { useEffect, useState } from 'react'

/** Whole seconds until `endMs`, never below 0: the last one counts until it is over. */
export function secondsLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000))
}

/** Seconds that run down to 0; `start` begins anew. Goes by the clock, so a tab that slept has not stood still. */
export function useCountdown(seconds: number): { readonly left: number; readonly start: (seconds: number) => void } {
  const [endMs, setEndMs] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const show = () => {
      const now = secondsLeft(endMs, Date.now())
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(show, 250)
    show()
    return () => clearInterval(timer)
  }, [endMs])
  return { left, start: (again) => setEndMs(Date.now() + again * 1000) }
}
