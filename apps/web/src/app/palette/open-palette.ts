/** Asks the palette to open. An event, because its code loads after the menus. */
export const PALETTE_EVENT = 'flowprint:palette'

export const openPalette = (): boolean => dispatchEvent(new Event(PALETTE_EVENT))
