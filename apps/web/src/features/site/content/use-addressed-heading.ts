import { useEffect } from 'react'

/** Goes to the heading the address names: when the browser looked for it, the text was not there yet. */
export function useAddressedHeading(): void {
  useEffect(() => {
    const name = location.hash.slice(1)
    if (name === '') return
    let id = name
    try {
      id = decodeURIComponent(name)
    } catch {
      // Then it is meant as it stands.
    }
    document.getElementById(id)?.scrollIntoView()
  }, [])
}
