const MARGIN = 8
const GAP = 4

/** Position of a panel of `width` below (or above) a button; CSS pixels of the window. */
export function panelPosition(
  button: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
  panel: { readonly width: number; readonly height: number },
  view: { readonly width: number; readonly height: number },
  align: 'start' | 'end',
): { left: number; top: number; room: number } {
  const wanted = align === 'start' ? button.left : button.right - panel.width
  const left = Math.max(MARGIN, Math.min(wanted, view.width - panel.width - MARGIN))
  const below = view.height - button.bottom - GAP - MARGIN
  const above = button.top - GAP - MARGIN
  if (panel.height <= below || below >= above) return { left, top: button.bottom + GAP, room: below }
  return { left, top: Math.max(MARGIN, button.top - GAP - panel.height), room: above }
}

/** Sets the custom properties used by dropdown.module.css. */
export function placePanel(panel: HTMLElement, button: DOMRect, align: 'start' | 'end'): void {
  panel.style.removeProperty('--panel-room')
  const size = { width: panel.offsetWidth, height: panel.scrollHeight }
  const view = { width: innerWidth, height: innerHeight }
  const { left, top, room } = panelPosition(button, size, view, align)
  panel.style.setProperty('--panel-left', `${Math.round(left)}px`)
  panel.style.setProperty('--panel-top', `${Math.round(top)}px`)
  panel.style.setProperty('--panel-room', `${Math.floor(room)}px`)
}
