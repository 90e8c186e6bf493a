import type { ComponentProps } from 'react'
import styles from './input.module.css'

interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  readonly size?: 'small' | 'medium'
}

/** A text field of panels and dialogs; `className` sets its width. Forms use shared/forms/field.tsx. */
export function Input({ size = 'medium', className = '', ...rest }: InputProps) {
  return <input className={`${inputClass(size)} ${className}`} {...rest} />
}

/** The look of an Input, for a `<select>` next to one. */
export function inputClass(size: 'small' | 'medium'): string {
  return size === 'small' ? `${styles.input} ${styles.small}` : styles.input
}
