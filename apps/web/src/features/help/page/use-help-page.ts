import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from 'react-i18next'
import { useProductName } from '../../../shared/site-settings.ts'

/** Scrolls to the section in the URL, also when the same one is requested again. */
export function useAnchor(): void {
  const location = useLocation()
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [location])
}

/** "Point of control - Help - Product" for a topic; the contents have the title of the route. */
export function useHelpTitle(topic: string | null): void {
  const { t } = useTranslation()
  const product = useProductName()
  const title = [topic, t('shell.title.help'), product].filter(Boolean).join(' - ')
  useEffect(() => {
    // The layout sets the route's title in the same tick; set this one after it.
    queueMicrotask(() => {
      document.title = title
    })
  }, [title])
}
