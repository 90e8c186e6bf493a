import { useTranslation } from 'react-i18next'
import { FormPage } from '../../shared/ui/form/form-page.tsx'
import { Actions, LinkButton } from '../../shared/ui/link-button.tsx'
import { activate } from './calls.ts'
import { LinkOutcome } from './parts/link-outcome.tsx'
import { useLinkToken } from './use-link-token.ts'

/** The link of the activation mail: the page makes the call, so that what only opens links activates nothing. */
export function Page() {
  const { t } = useTranslation()
  const token = useLinkToken()
  return (
    <FormPage title={t('accounts.active.heading')}>
      <LinkOutcome name="active" token={token} open={activate} working={t('accounts.active.working')}
        failed={{ message: t('accounts.active.failed'), text: t('accounts.active.failedText') }}
        ways={
          <Actions>
            <LinkButton to="/send-active">{t('accounts.active.sendAgain')}</LinkButton>
            <LinkButton to="/login" quiet>{t('accounts.active.toLogin')}</LinkButton>
          </Actions>
        }
        succeeded={() => ({ message: t('accounts.active.success'), text: t('accounts.active.successText') })}
        onward={<Actions><LinkButton to="/login">{t('accounts.active.toLogin')}</LinkButton></Actions>} />
    </FormPage>
  )
}
