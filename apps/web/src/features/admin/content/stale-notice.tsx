import type { AdminContent } from '@flowprint/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { momentOf } from '../parts/show.ts'
import styles from './content.module.css'

interface StaleNoticeProps {
  /** The version someone else saved. */
  readonly theirs: AdminContent
  readonly onLook: () => void
  readonly onKeepMine: () => void
}

/** Edit conflict: keeps the user's text and lets the user choose a version. */
export function StaleNotice({ theirs, onLook, onKeepMine }: StaleNoticeProps) {
  const { t } = useTranslation()
  const notice = useRef<HTMLDivElement>(null)
  // Scroll into view, since the user may be at the end of a long text.
  useEffect(() => {
    // Newer browsers return a promise, which is not a valid effect cleanup.
    void notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const name = theirs.updated_by ?? t('admin.content.program')
  return (
    <div ref={notice} role="alert" className={styles.notice}>
      <p>
        <strong>
          {t('admin.content.stale.title', { name, version: theirs.version, time: momentOf(t, theirs.updated_at) })}
        </strong>
      </p>
      <p>{t('admin.content.stale.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outlined" onClick={onLook}>
          {t('admin.content.stale.look')}
        </Button>
        <Button variant="outlined" onClick={onKeepMine}>
          {t('admin.content.stale.mine')}
        </Button>
      </div>
    </div>
  )
}
