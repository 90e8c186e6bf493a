import type { Language } from '@flowprint/messages'

/** The markup from the build in the language of this visit, or null where the document has none; the other languages' goes. */
export function takePrerendered(language: Language): HTMLElement | null {
  let taken: HTMLElement | null = null
  for (const made of document.querySelectorAll<HTMLElement>('[data-prerendered]')) {
    if (made.dataset.prerendered === language) taken = made
    else made.remove()
  }
  if (taken) taken.id = 'root'
  return taken
}
