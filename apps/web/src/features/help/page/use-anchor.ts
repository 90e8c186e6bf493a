import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the section in the URL, also when the same one is requested again. */
export function useAnchor(): void {
  const location = useLocation()
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [location])
}
