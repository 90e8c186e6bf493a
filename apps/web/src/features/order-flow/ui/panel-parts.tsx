import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/button.tsx'
import { type SidePart, useLayout } from '../model/layout-store.ts'

/** What the cell of a workspace puts before and after the title of the panel in it; null next to a chart. */
export const PanelCellContext = createContext<{ readonly start: ReactNode; readonly end: ReactNode } | null>(null)

/** Title and actions of a side panel. */
export function PanelHead({ children }: { children: ReactNode }) {
  const cell = useContext(PanelCellContext)
  return (
    <header
      className={`flex flex-none items-center justify-between gap-2 pr-1.5 border-b border-line ${cell ? 'py-0.5 pl-1.5' : 'py-1.5 pl-3.5'}`}
      data-cell-head={cell ? '' : undefined}
    >
      {cell?.start}
      {children}
      {cell?.end}
    </header>
  )
}

/** Folds the panel; a cell of a workspace has a menu for this. */
export function FoldButton({ part }: { readonly part: SidePart }) {
  const { t } = useTranslation()
  const fold = useLayout((state) => state.fold)
  const isCell = useContext(PanelCellContext) !== null
  return isCell ? null : <IconButton icon="close" label={t('common.close')} onClick={() => fold(part, false)} />
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
