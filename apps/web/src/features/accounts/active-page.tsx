import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/language.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { Actions, LinkButton } from '../../shared/ui/link-button.tsx'
import { formatDay } from '../../shared/format/time.ts'
import { activate } from './calls.ts'
import { LinkOutcome } from './parts/link-outcome.tsx'
import { useLinkToken } from './mail-link.ts'

/** Target of the activation mail. The page makes the call, so that link scanners activate nothing. */
export function Page() {
  const { t } = useTranslation()
  const language = useLanguage()
  const token = useLinkToken()
  return (
    <FormPage title={t('accounts.active.heading')}>
      <LinkOutcome
        name="active"
        token={token}
        open={activate}
        working={t('accounts.active.working')}
        failed={{ message: t('accounts.active.failed'), text: t('accounts.active.failedText') }}
        ways={
          <Actions>
            <LinkButton to="/send-active">{t('accounts.active.sendAgain')}</LinkButton>
            <LinkButton to="/login" variant="outlined">
              {t('accounts.active.toLogin')}
            </LinkButton>
          </Actions>
        }
        succeeded={({ trial_until: until }) => ({
          message: t('accounts.active.success'),
          text:
            until === null
              ? t('accounts.active.successText')
              : t('accounts.active.successTrial', { date: formatDay(until, language) }),
        })}
        onward={
          <Actions>
            <LinkButton to="/login">{t('accounts.active.toLogin')}</LinkButton>
          </Actions>
        }
      />
    </FormPage>
  )
}
