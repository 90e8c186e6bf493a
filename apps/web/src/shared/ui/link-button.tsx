import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import button from './button.module.css'

interface LinkButtonProps extends Omit<LinkProps, 'className' | 'to'> {
  readonly to: string
  readonly variant?: 'primary' | 'outlined'
  readonly size?: 'medium' | 'large'
}

/** A link styled as a button. */
export function LinkButton({ variant = 'primary', size = 'large', ...rest }: LinkButtonProps) {
  return <Link className={`${button.button} ${button[variant]} ${button[size]}`} {...rest} />
}

export function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-2">{children}</div>
}
