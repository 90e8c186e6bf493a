import type { ReactNode } from 'react'

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-6 px-1.5 py-px border border-line-strong rounded-sm bg-surface-1 text-default text-s text-center">
      {children}
    </kbd>
  )
}
