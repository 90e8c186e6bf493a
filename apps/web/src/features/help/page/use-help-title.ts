import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductName } from '../../../shared/site-settings.ts'

/** "Point of control - Help - Product" for a topic; the contents have the title of the route. */
export function useHelpTitle(topic: string | null): void {
  const { t } = useTranslation()
  const product = useProductName()
  const title = [topic, t('shell.title.help'), product].filter(Boolean).join(' - ')
  useEffect(() => {
    // The layout sets the route's title in the same tick; set ours after it.
    queueMicrotask(() => {
      document.title = title
    })
  }, [title])
}
