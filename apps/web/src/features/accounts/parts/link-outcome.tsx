import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { isRefusedLink } from '../mail-link.ts'
import { Outcome } from './outcome.tsx'

interface Words {
  readonly message: string
  readonly text: string
}

interface LinkOutcomeProps<Answer> {
  /** The call to make. */
  readonly name: string
  /** The link's token, or '', which the server rejects like any invalid one. */
  readonly token: string
  readonly open: (token: string) => Promise<Answer>
  readonly working: string
  readonly succeeded: (answer: Answer) => Words
  readonly onward: ReactNode
  readonly failed: Words
  readonly ways: ReactNode
}

/** Submits the token of a mail link on mount and shows the result. The call is idempotent. */
export function LinkOutcome<Answer>({
  name,
  token,
  open,
  working,
  succeeded,
  onward,
  failed,
  ways,
}: LinkOutcomeProps<Answer>) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['link', name, token],
    queryFn: () => open(token),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })

  if (token === '' || (error instanceof CallFailure && isRefusedLink(error))) {
    return (
      <>
        <Outcome tone="bad" message={failed.message}>
          {failed.text}
        </Outcome>
        {ways}
      </>
    )
  }
  if (data !== undefined) {
    const { message, text } = succeeded(data)
    return (
      <>
        <Outcome tone="good" message={message}>
          {text}
        </Outcome>
        {onward}
      </>
    )
  }
  if (error && !isFetching) {
    return (
      <>
        <Outcome tone="bad" message={failureText(t, error)} />
        <Button variant="primary" size="large" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </>
    )
  }
  return (
    <p role="status" className="text-muted text-m">
      {working}…
    </p>
  )
}
