import { useEffect } from 'react'

/** Scrolls to the heading in the URL, which did not exist when the browser looked for it. */
export function useAddressedHeading(): void {
  useEffect(() => {
    const name = location.hash.slice(1)
    if (name === '') return
    let id = name
    try {
      id = decodeURIComponent(name)
    } catch {
      // Invalid encoding: use the hash as is.
    }
    document.getElementById(id)?.scrollIntoView()
  }, [])
}
