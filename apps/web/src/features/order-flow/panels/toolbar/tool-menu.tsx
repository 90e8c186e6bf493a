import type { ReactNode } from 'react'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import type { IconName } from '../../../../shared/ui/icons.tsx'

interface ToolMenuProps {
  readonly icon: IconName
  readonly label: string
  readonly kind?: 'menu' | 'dialog'
  readonly children: (close: () => void) => ReactNode
}

/** A toolbar button that opens a menu; the content is lazy. */
export function ToolMenu({ icon, label, kind = 'menu', children }: ToolMenuProps) {
  return (
    <Dropdown
      label={label}
      kind={kind}
      align="end"
      trigger={(props) => <IconButton icon={icon} label={label} {...props} />}
    >
      {children}
    </Dropdown>
  )
}
