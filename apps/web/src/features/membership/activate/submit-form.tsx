import { isTronAddress, readTransactionId, type OrderQuote } from '@flowprint/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { Icon } from '../../../shared/ui/icons.tsx'
import { shortenMiddle } from '../../../shared/ui/shorten.ts'
import { TermsNote } from '../../../shared/ui/terms-note.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { submitOrder } from '../calls.ts'
import { addressRules, type Claim, takeDraft, transactionRules } from './claim.ts'
import styles from './submit-form.module.css'
import { Callout } from '../../../shared/ui/callout.tsx'

type SubmitFormProps =
  | { readonly quote: OrderQuote; readonly onSubmitted: (orderId: number) => void; readonly onPending: () => void }
  | { readonly quote: null; readonly onVisitor: (values: Claim) => void }

/** Payer address and transaction. Validated while typing; the amount is the quote's and never sent. */
export function SubmitForm(props: SubmitFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [fromExchange, setFromExchange] = useState(false)
  const [initial] = useState(takeDraft)
  const { quote } = props
  const form = useForm<Claim>({
    initial,
    rules:
      quote === null
        ? {}
        : { payment_address: addressRules(t, quote.receive_address), transaction_id: transactionRules(t) },
    incomplete: t('membership.form.incomplete'),
    send: async (values) => {
      if (props.quote === null) return props.onVisitor(values)
      const order = await submitOrder({
        network_type: props.quote.network_type,
        quote_id: props.quote.quote_id,
        from_exchange: fromExchange,
        payment_address: values.payment_address.trim(),
        transaction_id: values.transaction_id.trim(),
      })
      showToast(t('membership.form.success'))
      props.onSubmitted(order.id)
    },
    failed: (failure) => {
      // Submitted in another tab: show the pending order.
      if (failureSlug(failure) === 'ORDER_PENDING_EXISTS' && props.quote !== null) props.onPending()
      return failure.kind === 'message' && failureText(t, failure)
    },
  })
  const { payment_address: address, transaction_id: transaction } = form.values
  const read = readTransactionId(transaction)
  const isLink = read !== null && transaction.trim().toLowerCase() !== read

  return (
    <section className={styles.claim} aria-labelledby={id}>
      <h2 id={id} className="text-xl font-semibold">
        {t('membership.form.heading')}
      </h2>
      {quote === null && <p className="text-muted">{t('membership.form.visitorText')}</p>}
      <Form
        form={form}
        submit={t(quote === null ? 'membership.form.visitor' : 'membership.form.submit')}
        below={<TermsNote words={(terms) => t('membership.form.agree', { terms })} />}
      >
        <TextField
          form={form}
          name="payment_address"
          autoComplete="off"
          label={t('membership.form.paymentAddress')}
          hint={t(fromExchange ? 'membership.form.exchangeHint' : 'membership.form.paymentAddressHint')}
          suffix={isTronAddress(address.trim()) && <Right />}
        />
        <label className={styles.exchange}>
          <input type="checkbox" checked={fromExchange} onChange={(event) => setFromExchange(event.target.checked)} />
          <span>{t('membership.form.exchange')}</span>
        </label>
        {fromExchange && <Callout tone="warning">{t('membership.form.exchangeText')}</Callout>}
        <TextField
          form={form}
          name="transaction_id"
          autoComplete="off"
          label={t('membership.form.transactionId')}
          hint={
            isLink
              ? t('membership.form.transactionRead', { id: shortenMiddle(read, 10, 10) })
              : t('membership.form.transactionHint')
          }
          suffix={read !== null && <Right />}
        />
      </Form>
    </section>
  )
}

/** The field is valid. */
function Right() {
  return (
    <span className="inline-flex text-good">
      <Icon name="check" size={14} />
    </span>
  )
}
