import { MAX_CONTACT_TEXT_LENGTH } from '@flowprint/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../shared/session/user.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { TextArea, TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { Icon } from '../../../shared/ui/icons.tsx'
import { sendContact } from '../calls.ts'
import styles from './contact.module.css'
import { lengthOf, messageRules, sendFault } from './message.ts'

/** A message to the operator. After sending, a confirmation replaces the form. */
export function ContactForm() {
  const { t } = useTranslation()
  const user = useUser((state) => state.user)
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <section className={styles.card}>
      <h2 className="text-xl font-[640] tracking-[-0.01em]">{t('site.contact.form')}</h2>
      {sentTo === null ? (
        <MessageForm key={user?.id ?? 'visitor'} email={user?.email ?? ''} onSent={setSentTo} />
      ) : (
        <Sent email={sentTo} onAgain={() => setSentTo(null)} />
      )}
    </section>
  )
}

function MessageForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { name: '', email, text: '', website: '' },
    rules: messageRules(t),
    incomplete: t('site.contact.incomplete'),
    send: async ({ name, email: from, text, website }) => {
      await sendContact({ name: name.trim(), email: from.trim(), text: text.trim(), website })
      onSent(from.trim())
    },
    failed: (failure) => sendFault(t, failure),
  })
  const left = MAX_CONTACT_TEXT_LENGTH - lengthOf(form.values.text)
  return (
    <Form form={form} submit={t('site.contact.submit')}>
      <TextField form={form} name="name" label={t('site.contact.name')} autoComplete="name" />
      <TextField
        form={form}
        name="email"
        type="email"
        label={t('site.contact.email')}
        autoComplete="email"
        hint={t('site.contact.emailHint')}
      />
      <TextArea
        form={form}
        name="text"
        label={t('site.contact.text')}
        rows={7}
        hint={t('site.contact.textHint', { left: Math.max(0, left) })}
      />
      {/* Honeypot: hidden from people; only bots fill it in. */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          {t('site.contact.website')}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={form.values.website}
            onChange={(event) => form.set('website', event.target.value)}
          />
        </label>
      </div>
    </Form>
  )
}

/** Replaces the form and receives focus. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={panel} className={styles.sent} tabIndex={-1} role="status">
      <span className="inline-flex items-center justify-center size-13 rounded-[50%] bg-good-tint text-good">
        <Icon name="check" size={22} />
      </span>
      <p className="text-default text-xl font-[620]">{t('site.contact.sent')}</p>
      <p>{t('site.contact.sentText', { email })}</p>
      <div>
        <Button variant="outlined" size="large" onClick={onAgain}>
          {t('site.contact.again')}
        </Button>
      </div>
    </div>
  )
}
