import type { AlertChannels } from '@flowprint/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CallFailure } from '../../../../shared/http/envelope.ts'
import { endsHere, failureText } from '../../../../shared/http/failures.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Input } from '../../../../shared/ui/input.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { deleteWebhook, invalidateChannels, saveWebhook } from '../alert-calls.ts'
import { ChannelSection } from './channel.tsx'
import styles from './channels.module.css'

const SCHEME = 'https://'

/** A signed webhook to the user's server. The secret is shown once, right after saving. */
export function WebhookSection({ webhook }: { webhook: AlertChannels['webhook'] }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // Until edited, the field shows the saved value, also when it loads after the dialog opened.
  const [typed, setTyped] = useState<string | null>(null)
  const url = typed ?? webhook?.url ?? ''
  const [secret, setSecret] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const act = async (what: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await what()
      await invalidateChannels(queries)
    } catch (error) {
      if (!(error instanceof CallFailure && endsHere(error))) setFault(failureText(t, error))
    }
    setBusy(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const address = url.trim()
    if (!address.startsWith(SCHEME) || address === SCHEME) return setFault(t('alerts.channels.address'))
    void act(async () => {
      setSecret((await saveWebhook(address)).secret)
    })
  }
  const remove = () =>
    act(async () => {
      await deleteWebhook()
      setSecret(null)
      setTyped('')
    })
  const copy = async (text: string) => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    showToast(t(copied ? 'common.copySuccess' : 'common.copyFailed'))
  }

  return (
    <ChannelSection
      title={t('alerts.channels.webhook')}
      note={
        <>
          {t('alerts.channels.webhookNote')}{' '}
          <Link to="/help/api#webhooks" target="_blank">
            {t('alerts.channels.webhookHelp')}
          </Link>
        </>
      }
      channel={webhook === null ? null : 'webhook'}
    >
      <form className="flex gap-2" noValidate onSubmit={onSubmit}>
        <Input
          className="w-full min-w-0"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          placeholder={SCHEME}
          aria-label={t('alerts.channels.webhookAddress')}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'webhook-fault'}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="primary" disabled={busy}>
          {t('alerts.channels.webhookSave')}
        </Button>
      </form>
      {fault !== null && (
        <p id="webhook-fault" className="text-warning text-s leading-4.5 wrap-anywhere" role="alert">
          {fault}
        </p>
      )}
      {secret !== null && (
        <div className={styles.secret} role="status">
          <p>{t('alerts.channels.secret')}</p>
          <code>{secret}</code>
          <Button variant="outlined" onClick={() => void copy(secret)}>
            {t('alerts.channels.copySecret')}
          </Button>
        </div>
      )}
      {webhook !== null && (
        <div className="flex items-center justify-between gap-2 min-h-7">
          <span className={styles.note}>{t('alerts.channels.webhookReplace')}</span>
          <Button disabled={busy} onClick={() => void remove()}>
            {t('alerts.channels.webhookDelete')}
          </Button>
        </div>
      )}
    </ChannelSection>
  )
}
