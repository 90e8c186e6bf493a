import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../../../../shared/ui/dialog.tsx'
import type { RefusedWorkspace } from './load-workspace.ts'

const MAX_FAULTS_SHOWN = 5

/** Why a link or file is not a workspace: the path of each wrong field and what is wrong with it. */
export function RefusedReason({ refused }: { readonly refused: RefusedWorkspace }) {
  const { t } = useTranslation()
  if (refused.kind !== 'invalid') return <p>{t(`workspaces.saved.refused.${refused.kind}`)}</p>
  const { faults } = refused
  return (
    <div>
      <p>{t('workspaces.saved.refused.invalid')}</p>
      <ul className="mt-1">
        {faults.slice(0, MAX_FAULTS_SHOWN).map(({ field, error, params }) => (
          <li key={`${field} ${error}`} className="wrap-anywhere">
            <code>{field}</code> {t(`workspaces.saved.fault.${error}`, params)}
          </li>
        ))}
        {faults.length > MAX_FAULTS_SHOWN && (
          <li>{t('workspaces.saved.refused.more', { count: faults.length - MAX_FAULTS_SHOWN })}</li>
        )}
      </ul>
    </div>
  )
}

interface RefusedLinkProps {
  readonly refused: RefusedWorkspace
  readonly onClose: () => void
}

/** The link with which the page was opened is no workspace. */
export function RefusedLink({ refused, onClose }: RefusedLinkProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('workspaces.saved.refused.link')} onClose={onClose}>
      <DialogBody>
        <div className="max-w-[480px] text-muted text-m" role="alert">
          <RefusedReason refused={refused} />
          <p className="mt-2">{t('workspaces.saved.refused.kept')}</p>
        </div>
        <DialogActions>
          <Button variant="primary" size="large" data-autofocus="" onClick={onClose}>
            {t('workspaces.saved.refused.close')}
          </Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  )
}
