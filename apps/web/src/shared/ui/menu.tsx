import type { MenuProps } from './overlay-kit.tsx'
import { useOverlayKit } from './overlays.ts'

export type { MenuItem } from './overlay-kit.tsx'

/** A list of commands or choices in a Dropdown or ContextMenu, which load its half of the kit. */
export function Menu(props: MenuProps) {
  const kit = useOverlayKit()
  return kit && <kit.MenuList {...props} />
}
