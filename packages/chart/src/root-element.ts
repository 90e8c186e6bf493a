/** Creates the root element: fills the container, is focusable, and disables native touch gestures. */
export function createRoot(container: HTMLElement): HTMLElement {
  const root = document.createElement('div')
  root.tabIndex = 0
  Object.assign(root.style, {
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    touchAction: 'none',
    outlineOffset: '-2px',
  })
  container.append(root)
  return root
}
