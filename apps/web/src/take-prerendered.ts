import type { Language } from '@flowprint/i18n'

/** The prerendered markup in the current language, or null when there is none; removes the other languages'. */
export function takePrerendered(language: Language): HTMLElement | null {
  let taken: HTMLElement | null = null
  for (const made of document.querySelectorAll<HTMLElement>('[data-prerendered]')) {
    if (made.dataset.prerendered === language) taken = made
    else made.remove()
  }
  if (taken) taken.id = 'root'
  return taken
}
