import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { dropAside, MAX_COPIES_ASIDE, readCopies } from './device-copy.ts'
import { countCells, openAside } from './workspace-actions.ts'

interface AsideCopiesProps {
  readonly userId: number
  readonly onOpened: () => void
}

/** Unsaved changes of workspaces that were left: continue editing, or discard them. */
export function AsideCopies({ userId, onOpened }: AsideCopiesProps) {
  const { t } = useTranslation()
  const [copies, setCopies] = useState(() => readCopies(userId).aside)
  const [dropped, setDropped] = useState<number | null>(null)
  if (copies.length === 0) return null
  return (
    <section className="max-w-[560px]" aria-label={t('workspaces.saved.aside.title')}>
      <h3 className="text-m font-semibold">{t('workspaces.saved.aside.title')}</h3>
      <p className="text-faint text-s">{t('workspaces.saved.aside.note', { max: MAX_COPIES_ASIDE })}</p>
      <ul>
        {copies.map(({ name, document }, i) => (
          // Two copies may have one name, and the list changes only here.
          // eslint-disable-next-line react/no-array-index-key
          <li key={i} className="flex flex-wrap items-center justify-between gap-2 min-h-10">
            <span className="flex flex-1 flex-col min-w-35 text-m">
              {name ?? t('workspaces.saved.unnamed')}
              <span className="text-faint text-xs">
                {t('workspaces.saved.versions.about', { tabs: document.tabs.length, cells: countCells(document) })}
              </span>
            </span>
            <Button
              variant="outlined"
              onClick={() => {
                openAside(userId, i)
                onOpened()
              }}
            >
              {t('workspaces.saved.aside.open')}
            </Button>
            <Button
              onClick={() => {
                if (dropped !== i) return setDropped(i)
                dropAside(userId, i)
                setDropped(null)
                setCopies(readCopies(userId).aside)
              }}
            >
              {t(dropped === i ? 'workspaces.saved.aside.confirmDrop' : 'workspaces.saved.aside.drop')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
