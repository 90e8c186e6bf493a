import { useEffect, type ReactNode } from 'react'
import { loadOverlays, useOverlayKit } from './overlays.ts'

interface ContextMenuProps {
  readonly label: string
  /** Where it was opened, CSS px of the window. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
  /** A Menu. */
  readonly children: ReactNode
}

/** An open menu at a point of the page. */
export function ContextMenu({ label, at, onClose, children }: ContextMenuProps) {
  const kit = useOverlayKit()
  useEffect(() => void loadOverlays(), [])
  return (
    kit && (
      <kit.Panel kind="menu" label={label} align="start" open anchor={at} onClose={onClose}>
        {children}
      </kit.Panel>
    )
  )
}
