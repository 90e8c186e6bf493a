import { MAX_LAYOUT_NAME_LENGTH } from '@flowprint/contract'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../../../../shared/ui/input.tsx'
import { Button } from '../../../../shared/ui/button.tsx'
import type { Layout } from './layouts.ts'

interface LayoutRowProps {
  readonly layout: Layout
  /** Names of all layouts; they must be unique. */
  readonly names: readonly string[]
  readonly onApply: () => void
  readonly onUpdate: () => void
  readonly onRename: (to: string) => void
  readonly onDelete: () => void
}

/** A layout's content in one line. */
const about = ({ content: { symbol, cycle, precision } }: Layout) =>
  [symbol, cycle, precision].filter(Boolean).join(' · ')

export function LayoutRow({ layout, names, onApply, onUpdate, onRename, onDelete }: LayoutRowProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null)
  const [name, setName] = useState(layout.name)
  const typed = name.trim().normalize('NFC')
  const taken = typed !== layout.name && names.includes(typed)

  const rename = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '' || taken) return
    setAsking(null)
    if (typed !== layout.name) onRename(typed)
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Keep the dialog open.
    event.preventDefault()
    event.stopPropagation()
    setAsking(null)
  }

  if (asking === 'rename') {
    return (
      <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 min-h-12 py-1.5 border-t border-line">
        <form className="flex flex-wrap gap-2 w-[520px] max-w-full" onSubmit={rename} onKeyDown={onEscape}>
          <Input
            className="flex-1 min-w-35"
            value={name}
            maxLength={MAX_LAYOUT_NAME_LENGTH}
            aria-label={t('workspace.layouts.name')}
            autoComplete="off"
            ref={(input) => input?.focus()}
            aria-invalid={taken || typed === ''}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" variant="primary" disabled={taken || typed === ''}>
            {t('workspace.layouts.done')}
          </Button>
          <Button onClick={() => setAsking(null)}>{t('workspace.layouts.cancel')}</Button>
          {taken && (
            <p className="w-full text-warning text-s" role="alert">
              {t('workspace.layouts.taken')}
            </p>
          )}
        </form>
      </li>
    )
  }
  return (
    <li
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 min-h-12 py-1.5 border-t border-line"
      aria-label={layout.name}
      onKeyDown={asking === null ? undefined : onEscape}
    >
      <div className="flex flex-1 flex-col min-w-35">
        <b className="overflow-hidden text-m font-semibold text-ellipsis">{layout.name}</b>
        <span className="text-faint text-xs">{about(layout)}</span>
      </div>
      <div className="flex flex-wrap gap-0.5 max-phone:-ms-1.5">
        {asking === 'delete' ? (
          <>
            <Button variant="outlined" onClick={() => setAsking(null)}>
              {t('workspace.layouts.cancel')}
            </Button>
            <Button variant="primary" ref={(button) => button?.focus()} onClick={onDelete}>
              {t('workspace.layouts.confirmDelete')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="outlined" onClick={onApply}>
              {t('workspace.layouts.apply')}
            </Button>
            <Button onClick={onUpdate} data-tip={t('workspace.layouts.updateHint')}>
              {t('workspace.layouts.update')}
            </Button>
            <Button
              onClick={() => {
                setName(layout.name)
                setAsking('rename')
              }}
            >
              {t('workspace.layouts.rename')}
            </Button>
            <Button onClick={() => setAsking('delete')}>{t('workspace.layouts.delete')}</Button>
          </>
        )}
      </div>
    </li>
  )
}
