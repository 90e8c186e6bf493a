import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icons.tsx'
import styles from './button.module.css'

type NativeButton = Omit<ComponentProps<'button'>, 'className'>

interface ButtonProps extends NativeButton {
  readonly variant?: 'plain' | 'outlined' | 'primary'
  /** `field`: as high as a text field and as wide as the column. */
  readonly size?: 'medium' | 'large' | 'field'
  /** Disabled while its action runs. */
  readonly loading?: boolean
}

export function Button({
  variant = 'plain',
  size = 'medium',
  loading = false,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[variant]} ${styles[size]}`}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
      {...rest}
    />
  )
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
