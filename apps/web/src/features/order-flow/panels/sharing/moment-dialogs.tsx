import { MAX_MOMENT_NOTE_LENGTH } from '@flowprint/contract'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../../../../shared/ui/dialog.tsx'
import { Input } from '../../../../shared/ui/input.tsx'
import { useTimeFormat } from '../../model/time-zone.ts'
import { drawingsOf, selectionOf, type TimedRequest } from './copy-moment.ts'
import styles from './moments.module.css'

interface NoteDialogProps {
  readonly request: TimedRequest
  readonly onClose: () => void
  readonly onCopy: (note: string) => void
}

/** Asks for the note of a moment. */
export function NoteDialog({ request, onClose, onCopy }: NoteDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const time = useTimeFormat()
  const [note, setNote] = useState('')
  const [drawings] = useState(() => drawingsOf(request, null).length)
  const at = 'cutoff' in request.at ? request.at.cutoff.t : request.at.row.lastTs
  const copy = (event: SyntheticEvent) => {
    event.preventDefault()
    onCopy(note)
  }

  return (
    <Dialog title={t('moments.copy')} onClose={onClose}>
      <form onSubmit={copy}>
        <DialogBody>
          <p className="text-muted text-s">
            {[selectionOf(request)?.symbol, `${time.moment(at)} ${time.zoneName}`].join(' · ')}
          </p>
          <div className="flex flex-col gap-1.5">
            <label className="text-s font-semibold" htmlFor={id}>
              {t('moments.note')}
            </label>
            <textarea
              id={id}
              className={styles.note}
              rows={4}
              data-autofocus=""
              value={note}
              maxLength={MAX_MOMENT_NOTE_LENGTH}
              aria-describedby={`${id}-count`}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) copy(event)
              }}
            />
            <p id={`${id}-count`} className="text-faint text-s">
              {t('moments.length', { count: note.length, max: MAX_MOMENT_NOTE_LENGTH })}
            </p>
          </div>
          <p className="text-faint text-s">
            {t('moments.contains', { count: drawings })} {t('moments.readers')}
          </p>
          <DialogActions>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button type="submit" variant="primary">
              {t('moments.copyLink')}
            </Button>
          </DialogActions>
        </DialogBody>
      </form>
    </Dialog>
  )
}

/** A link that the browser did not copy. */
export function LinkDialog({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('moments.link')} onClose={onClose}>
      <DialogBody>
        <p className="text-muted text-s">{t('moments.copyByHand')}</p>
        <Input
          readOnly
          className="w-full"
          data-autofocus=""
          value={link}
          aria-label={t('moments.link')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  )
}
