/** Asks the palette to open. An event, because its code loads after the menus. */
export const PALETTE_EVENT = 'flowprint:palette'

let isAwaited = false

export function openPalette(): void {
  isAwaited = true
  dispatchEvent(new Event(PALETTE_EVENT))
}

/** Whether the palette was asked for before its code was loaded; once. */
export function takeRequest(): boolean {
  const wasAwaited = isAwaited
  isAwaited = false
  return wasAwaited
}
