import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Brings the section that the address names to the top, also when the same one is asked for again. */
export function useAnchor(): void {
  const location = useLocation()
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [location])
}
