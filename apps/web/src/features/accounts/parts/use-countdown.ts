import { useEffect, useState } from 'react'

/** Whole seconds until `endMs`, rounded up, at least 0. */
export function secondsLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000))
}

/** A countdown in seconds; `start` restarts it. Uses the clock, so it stays correct after the tab was suspended. */
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
