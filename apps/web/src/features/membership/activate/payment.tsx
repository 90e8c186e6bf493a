import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure, failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { go, loginAddress } from '../../../shared/navigation.ts'
import { Loading } from '../../../shared/ui/page/states.tsx'
import { keepDraft } from './claim.ts'
import { Notice } from './notice.tsx'
import { QuoteCard } from './quote-card.tsx'
import { SubmitForm } from './submit-form.tsx'
import { useNewestOrder, useNoteSubmission, useQuote } from '../calls.ts'
import { RefusedOrder, WaitingOrder } from './waiting-order.tsx'

/** Amount, address and submission form; replaced by the pending order while one awaits review. */
export function Payment() {
  const { t } = useTranslation()
  const { data: quote, error, isFetching, refetch } = useQuote()
  const { data: newest, isLoading, refetch: refetchNewest } = useNewestOrder()
  const noteSubmission = useNoteSubmission()
  // The result of the last order stays visible until the user starts another payment.
  const [orderId, setOrderId] = useState<number | null>(null)
  const waiting = orderId ?? quote?.pending_order_id ?? (newest?.status === 'pending' ? newest.id : null)
  const refused = newest?.status === 'refused' ? <RefusedOrder order={newest} /> : null

  const again = () => {
    setOrderId(null)
    void refetchNewest()
    void refetch()
  }
  if (waiting !== null)
    return (
      <Panel>
        <WaitingOrder id={waiting} onSeen={setOrderId} onAgain={again} />
      </Panel>
    )
  // Rendered together: a late notice would move the form.
  if (isLoading)
    return (
      <Panel>
        <Loading as="words" count={10} />
      </Panel>
    )
  if (quote) {
    return (
      <Panel>
        {refused}
        <QuoteCard quote={quote} busy={isFetching} onAgain={again} />
        <SubmitForm quote={quote} onSubmitted={noteSubmission} onPending={again} />
      </Panel>
    )
  }
  if (!error)
    return (
      <Panel>
        <Loading as="words" count={10} />
      </Panel>
    )
  const isClosed = error instanceof CallFailure && failureSlug(error) === 'ADDRESS_NOT_SET'
  return (
    <Panel>
      {refused}
      {isClosed ? (
        <Notice tone="calm" title={t('membership.pay.closed')}>
          <p>{t('membership.pay.closedText')}</p>
        </Notice>
      ) : (
        <Notice tone="bad" title={t('membership.pay.failed')} action={t('common.retry')} onAction={again}>
          <p>{failureText(t, error)}</p>
        </Notice>
      )}
    </Panel>
  )
}

/** The form for visitors: submitting leads to login, which restores the input. */
export function VisitorPayment() {
  return (
    <Panel>
      <SubmitForm
        quote={null}
        onVisitor={(values) => {
          keepDraft(values)
          go(loginAddress('/activate'))
        }}
      />
    </Panel>
  )
}

function Panel({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-5 p-6 rounded-md bg-surface-1 inset-border max-tablet:p-4">{children}</div>
}
