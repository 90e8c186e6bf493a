import type { DrawingKind } from '@flowprint/orderflow'
import type { ComponentProps } from 'react'
import styles from './drawings.module.css'

/** On an 18 px grid, in the current text colour. */
const PATHS = {
  cursor: 'M4.5 3v10.5l3-2.6 1.9 4.1 1.9-.9-1.9-4h3.9z',
  hline: 'M2 9h4.6M11.4 9H16M9 11.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  trend: 'M5 13l8-8M3.6 16a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM14.4 5.6a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  ray: 'M4.8 12.8 16 3M3.6 15.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM10 10.1a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  rect: 'M3 5h12v8H3z',
  profile: 'M3 2.5v13M15 2.5v13M3 5.5h5M3 8.2h9M3 10.9h6.5M3 13.5h3',
  measure: 'M2.5 11.8 11.8 2.5l3.7 3.7-9.3 9.3zM5.2 9.1l1.6 1.6M7.4 6.9l2.3 2.3M9.6 4.7l1.6 1.6',
  text: 'M4 6V4h10v2M9 4v10.5M7 14.5h4',
  magnet: 'M4 3v6a5 5 0 0 0 10 0V3h-3v6a2 2 0 0 1-4 0V3zM4 6h3M11 6h3',
  lock: 'M4 8h10v7H4zM6 8V5.5a3 3 0 0 1 6 0V8',
  unlock: 'M4 8h10v7H4zM6 8V5.5a3 3 0 0 1 5.8-1',
  hide: 'M7 4.2A7 7 0 0 1 9 4c4.5 0 7 5 7 5a12 12 0 0 1-2 2.6M4.7 5.5A11.6 11.6 0 0 0 2 9s2.5 5 7 5a6.7 6.7 0 0 0 3.4-.9M2.5 2.5l13 13',
  undo: 'M6.5 3 3 6.5 6.5 10M3.2 6.5H11a4 4 0 0 1 0 8H7',
  redo: 'M11.5 3 15 6.5 11.5 10M14.8 6.5H7a4 4 0 0 0 0 8h4',
  list: 'M6.5 4.5H15M6.5 9H15M6.5 13.5H15M3 4.5h.01M3 9h.01M3 13.5h.01',
  remove: 'M3 5h12M7 5V3h4v2M4.5 5l.8 10h7.4l.8-10M7.5 8v4.5M10.5 8v4.5',
  edit: 'M3 15l.8-3.3L12 3.5l2.5 2.5-8.2 8.2zM10.5 5l2.5 2.5',
  copy: 'M6.5 6.5h8v8h-8zM11.5 6.5v-3h-8v8h3',
  fold: 'M11 4 6 9l5 5',
  unfold: 'M7 4l5 5-5 5',
  warning: 'M9 2.5 16 15H2zM9 7v3.5M9 12.8h.01',
} as const satisfies Record<DrawingKind | 'cursor', string> & Record<string, string>

export type ToolIconName = keyof typeof PATHS

function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

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
