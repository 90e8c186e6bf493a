import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../shared/http/envelope.ts'
import { failureText } from '../../shared/http/failures.ts'
import { FormPage } from '../../shared/ui/page/form-page.tsx'
import { loadOutbox } from './calls.ts'
import { KeptMail } from './outbox/kept-mail.tsx'
import { isThisMachine } from '../../shared/navigation.ts'

const EVERY_MS = 3000

/** Mails that would have been sent. Only in development on this machine, without a mail server. */
export function Page() {
  const { t } = useTranslation()
  const isHere = isThisMachine()
  const { data, error } = useQuery({
    queryKey: ['dev', 'outbox'],
    queryFn: ({ signal }) => loadOutbox(signal),
    enabled: isHere,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : EVERY_MS),
  })
  const isAbsent = !isHere || (error instanceof CallFailure && error.code === '404')
  return (
    <FormPage title={t('accounts.outbox.heading')} lead={t('accounts.outbox.text')}>
      {isAbsent && <p role="alert">{t('accounts.outbox.absent')}</p>}
      {!isAbsent && error && !data && <p role="alert">{failureText(t, error)}</p>}
      {data?.list.length === 0 && <p>{t('accounts.outbox.empty')}</p>}
      {data && (
        <ul className="flex flex-col gap-3">
          {data.list.map((mail) => (
            <KeptMail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </FormPage>
  )
}
