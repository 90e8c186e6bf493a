import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'

interface FilterBarProps {
  readonly isNarrowed: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

export function FilterBar({ isNarrowed, onClear, children }: FilterBarProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3" role="search" data-screen="">
      {children}
      {isNarrowed && <Button onClick={onClear}>{t('admin.frame.clear')}</Button>}
    </div>
  )
}
