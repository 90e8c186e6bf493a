import { MAX_SCAN_NAME_LENGTH, MAX_SCANS, type SaveScanBody, type ScanContent } from '@flowprint/contract'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog, DialogBody } from '../../shared/ui/dialog.tsx'
import { Failed, Loading } from '../../shared/ui/page/states.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { useSaveScan, useScans } from './scanner-calls.ts'
import styles from './scanner.module.css'

interface SavedScansProps {
  readonly scan: ScanContent
  readonly onApply: (scan: ScanContent) => void
  readonly onClose: () => void
}

/** Named scans of the account: save the current one, open, update, delete. */
export function SavedScans({ scan, onApply, onClose }: SavedScansProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useScans()
  const save = useSaveScan()
  const [name, setName] = useState('')
  const list = data?.list ?? []
  const typed = name.trim().normalize('NFC')
  const isTaken = list.some((one) => one.name === typed)
  const isFull = list.length >= MAX_SCANS

  const change = async (body: SaveScanBody, said: string): Promise<boolean> => {
    const answer = await save(body)
    if (answer === null) return false
    showToast(answer === 'stale' ? t('scanner.saved.stale') : said)
    return answer !== 'stale'
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '' || isTaken || isFull) return
    void change({ name: typed, version: 0, content: scan }, t('scanner.saved.saved', { name: typed })).then(
      (isDone) => isDone && setName(''),
    )
  }

  return (
    <Dialog title={t('scanner.saved.button')} onClose={onClose}>
      <DialogBody>
        <form className="flex flex-wrap gap-2 w-[480px] max-w-full" onSubmit={onSubmit}>
          <input
            className={`${styles.input} flex-1 min-w-35`}
            value={name}
            maxLength={MAX_SCAN_NAME_LENGTH}
            aria-label={t('scanner.saved.name')}
            placeholder={t('scanner.saved.name')}
            autoComplete="off"
            aria-invalid={isTaken}
            data-autofocus=""
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" variant="primary" disabled={typed === '' || isTaken || isFull}>
            {t('scanner.saved.save')}
          </Button>
          {isTaken && (
            <p className="w-full text-warning text-s" role="alert">
              {t('scanner.saved.taken')}
            </p>
          )}
          {isFull && <p className="w-full text-warning text-s">{t('scanner.saved.full', { max: MAX_SCANS })}</p>}
        </form>
        {!data && !error && <Loading count={2} />}
        {!data && error && <Failed inset title={t('scanner.saved.failed')} error={error} onRetry={refetch} />}
        {data && list.length === 0 && (
          <p className="text-faint text-s" role="status">
            {t('scanner.saved.empty')}
          </p>
        )}
        <ul className={styles.list}>
          {list.map(({ name: of, version, content }) => (
            <li key={of}>
              <button
                type="button"
                className={styles.apply}
                aria-label={t('scanner.saved.apply', { name: of })}
                onClick={() => {
                  onApply(content)
                  onClose()
                }}
              >
                {of}
              </button>
              <Button
                aria-label={t('scanner.saved.replace', { name: of })}
                onClick={() =>
                  void change({ name: of, version, content: scan }, t('scanner.saved.saved', { name: of }))
                }
              >
                {t('scanner.saved.replaceShort')}
              </Button>
              <Button
                aria-label={t('scanner.saved.delete', { name: of })}
                onClick={() =>
                  void change({ name: of, version, content: null }, t('scanner.saved.deleted', { name: of }))
                }
              >
                {t('scanner.alert.delete')}
              </Button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
