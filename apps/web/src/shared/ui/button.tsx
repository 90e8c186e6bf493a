import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icons.tsx'
import styles from './button.module.css'

type NativeButton = Omit<ComponentProps<'button'>, 'className'>

interface ButtonProps extends NativeButton {
  readonly look?: 'plain' | 'outlined' | 'primary'
  readonly large?: boolean
}

export function Button({ look = 'plain', large, type = 'button', ...rest }: ButtonProps) {
  const names = [styles.button, look !== 'plain' && styles[look], large && styles.large]
  return <button type={type} className={names.filter(Boolean).join(' ')} {...rest} />
}

interface IconButtonProps extends NativeButton {
  readonly icon: IconName
  /** Accessible name and tooltip. */
  readonly label: string
  /** Keyboard shortcut, shown next to the label. */
  readonly hotkey?: string
}

export function IconButton({ icon, label, hotkey, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles.icon}`}
      aria-label={label}
      data-tip={label}
      data-tip-key={hotkey}
      aria-keyshortcuts={hotkey}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}
