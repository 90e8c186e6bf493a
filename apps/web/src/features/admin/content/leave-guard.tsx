/**
 * Confirms before unsaved work is left: links and Back show a dialog, closing the tab shows the browser's prompt.
 *
 *   const guard = useLeaveGuard(isChanged, forget)
 *   return <> … {guard}</>
 *
 * Where a browser cannot intercept Back, the draft is restored later (draft.ts).
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Confirm } from '../../../shared/ui/confirm.tsx'
import { insideAddress } from './entries.ts'

/** By a link, or by a number of history steps. */
type Way = { readonly to: string } | { readonly by: number }

/** The Navigation API, where available. */
const steps = (): Navigation | undefined => (globalThis as { navigation?: Navigation }).navigation

/** `onLeave`: called when the user discards unsaved work. */
export function useLeaveGuard(isChanged: boolean, onLeave: () => void): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Way | null>(null)
  const isDecided = useRef(false)

  useEffect(() => {
    if (!isChanged) return
    isDecided.current = false
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const to = link && insideAddress(link, event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setAsked({ to })
    }
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || isDecided.current) return
      event.preventDefault()
      setAsked({ by: event.destination.index - (steps()?.currentEntry?.index ?? 0) })
    }
    addEventListener('beforeunload', onUnload)
    addEventListener('click', onClick, true)
    steps()?.addEventListener('navigate', onNavigate)
    return () => {
      removeEventListener('beforeunload', onUnload)
      removeEventListener('click', onClick, true)
      steps()?.removeEventListener('navigate', onNavigate)
    }
  }, [isChanged])

  const leave = (way: Way) => {
    setAsked(null)
    onLeave()
    isDecided.current = true
    if ('to' in way) void navigate(way.to)
    else history.go(way.by)
  }
  return (
    asked && (
      <Confirm
        title={t('admin.content.leave.title')}
        confirm={t('admin.content.leave.confirm')}
        onCancel={() => setAsked(null)}
        onConfirm={() => leave(asked)}
      >
        {t('admin.content.leave.text')}
      </Confirm>
    )
  )
}
