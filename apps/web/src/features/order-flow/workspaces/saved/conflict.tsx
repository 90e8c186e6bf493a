import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../../../shared/http/failures.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../../../../shared/ui/dialog.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useWorkspace } from '../workspace-store.ts'
import { keepMine, keepTheirs } from './workspace-actions.ts'
import { useSendWorkspace } from './workspace-calls.ts'

interface ConflictProps {
  readonly userId: number
  readonly onClose: () => void
}

/** The account's copy was changed elsewhere: which one to keep. Nothing is lost by either choice. */
export function Conflict({ userId, onClose }: ConflictProps) {
  const { t } = useTranslation()
  const send = useSendWorkspace()
  const [name] = useState(() => useWorkspace.getState().name ?? '')
  const [isBusy, setBusy] = useState(false)

  const choose = async (decide: () => Promise<string | null>) => {
    setBusy(true)
    try {
      const said = await decide()
      if (said !== null) showToast(said)
      // Changed once more in between: the choice is offered again.
      if (said !== null) onClose()
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const mine = async () => ((await keepMine(send)) === 'saved' ? t('workspaces.saved.saved', { name }) : null)
  const theirs = async () =>
    (await keepTheirs(userId)) ? t('workspaces.saved.openedAside', { name }) : t('workspaces.saved.gone')

  return (
    <Dialog title={t('workspaces.saved.conflict.title')} onClose={onClose}>
      <DialogBody>
        <div className="flex flex-col gap-2 max-w-[480px] text-muted text-m">
          <p>{t('workspaces.saved.conflict.text', { name })}</p>
          <p>
            <b>{t('workspaces.saved.conflict.mine')}</b> {t('workspaces.saved.conflict.mineNote')}
          </p>
          <p>
            <b>{t('workspaces.saved.conflict.theirs')}</b> {t('workspaces.saved.conflict.theirsNote')}
          </p>
        </div>
        <DialogActions>
          <Button size="large" onClick={onClose}>
            {t('workspaces.saved.cancel')}
          </Button>
          <Button variant="outlined" size="large" disabled={isBusy} onClick={() => void choose(theirs)}>
            {t('workspaces.saved.conflict.theirs')}
          </Button>
          <Button variant="primary" size="large" loading={isBusy} data-autofocus="" onClick={() => void choose(mine)}>
            {t('workspaces.saved.conflict.mine')}
          </Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  )
}
