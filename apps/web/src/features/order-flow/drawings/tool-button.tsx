import type { ComponentProps } from 'react'
import styles from './drawings.module.css'
import { ToolIcon, type ToolIconName } from './tool-icon.tsx'

interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly icon: ToolIconName
  /** Accessible name and tooltip. */
  readonly label: string
  readonly hotkey?: string
}

export function ToolButton({ icon, label, hotkey, children, ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      data-tip={label}
      data-tip-key={hotkey}
      aria-keyshortcuts={hotkey?.replace('Ctrl', 'Control')}
      {...rest}
    >
      <ToolIcon name={icon} />
      {children}
    </button>
  )
}
