import type { ReactNode } from 'react'

/** Title and actions of a side panel. */
export function PanelHead({ children }: { children: ReactNode }) {
  return (
    <header className="flex flex-none items-center justify-between gap-2 py-1.5 pr-1.5 pl-3.5 border-b border-line">
      {children}
    </header>
  )
}

interface PanelMessageProps {
  readonly role?: 'status' | 'alert'
  readonly children: ReactNode
}

/** Instead of the content of a panel: loading, empty or failed. */
export function PanelMessage({ role, children }: PanelMessageProps) {
  return (
    <div className="flex flex-col items-center gap-3.5 px-6 py-10 text-muted leading-5 text-center" role={role}>
      {children}
    </div>
  )
}
