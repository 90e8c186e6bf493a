import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '@flowprint/orderflow'
import { addCommands } from '../shared/commands/commands.ts'
import { call } from '../shared/http/call.ts'
import { needWords } from '../shared/i18n/setup.ts'
import { useSignedIn } from '../shared/session/token.ts'
import { Button, IconButton } from '../shared/ui/button.tsx'
import { keepOfflineCopies } from './offline-copies.ts'
import styles from './installed-app.module.css'

const VERSION_CHECK_MS = 10 * MINUTE_MS

/** What makes the site an app: it starts offline, can be installed, and tells when it was updated. */
export function InstalledApp() {
  useOfflineStart()
  useInstallCommand()
  return <UpdateNotice />
}

/** Only signed-in users have a chart to keep. */
function useOfflineStart(): void {
  const signedIn = useSignedIn()
  useEffect(() => {
    if (!signedIn) return
    // After the first chart: copies must not delay it.
    const timer = setTimeout(() => void keepOfflineCopies(), 5_000)
    return () => clearTimeout(timer)
  }, [signedIn])
}

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** Offers the browser's installation in the command palette while it is possible. */
function useInstallCommand(): void {
  const { t } = useTranslation()
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null)
  useEffect(() => {
    const onOffer = (event: Event) => setPrompt(event as InstallPrompt)
    const onInstalled = () => setPrompt(null)
    addEventListener('beforeinstallprompt', onOffer)
    addEventListener('appinstalled', onInstalled)
    return () => {
      removeEventListener('beforeinstallprompt', onOffer)
      removeEventListener('appinstalled', onInstalled)
    }
  }, [])
  useEffect(() => {
    if (prompt === null) return
    return addCommands(() => [
      {
        id: 'page:install',
        group: 'page',
        label: t('palette.install'),
        keywords: 'install app pwa',
        run: () => void prompt.prompt().catch(() => undefined),
      },
    ])
  }, [prompt, t])
}

/** Whether the server runs another version than this page. */
function useIsOutdated(): boolean {
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    if (isOutdated) return
    const check = async () => {
      const health = await call('GET /health', { toast: false }).catch(() => null)
      if (health === null || health.version === import.meta.env.VITE_VERSION) return
      await needWords('palette')
      setOutdated(true)
    }
    const onVisible = () => document.visibilityState === 'visible' && void check()
    const onOnline = () => void check()
    const timer = setInterval(onVisible, VERSION_CHECK_MS)
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('online', onOnline)
    }
  }, [isOutdated])
  return isOutdated
}

/** Offers to load the new version; the page goes on until then. */
function UpdateNotice() {
  const { t } = useTranslation()
  const isOutdated = useIsOutdated()
  const [isDismissed, setDismissed] = useState(false)
  if (!isOutdated || isDismissed) return null
  return (
    <div className={styles.notice} role="status">
      <span>{t('palette.update.text')}</span>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('palette.update.reload')}
      </Button>
      <IconButton icon="close" label={t('common.close')} onClick={() => setDismissed(true)} />
    </div>
  )
}
