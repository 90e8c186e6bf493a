/**
 * Unsaved work is not left by accident: a link and the browser's Back ask first, closing the tab asks in the browser's words.
 *
 *   const guard = useLeaveGuard(isChanged, forget)
 *   return <> … {guard}</>
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Confirm } from '../../../shared/ui/confirm.tsx'
import { insideAddress } from './inside-address.ts'

/** By a link, or by so many steps of the tab's history. */
type Way = { readonly to: string } | { readonly by: number }

/** The place of an entry in the history of the tab, as the router counts them. */
const placeOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0

/** `onLeave`: it was decided to leave what is unsaved behind. */
export function useLeaveGuard(isChanged: boolean, onLeave: () => void): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Way | null>(null)
  // Steps that the guard makes itself, one back to the page and one away after the answer, are no reason to ask.
  const own = useRef(0)

  useEffect(() => {
    if (!isChanged) return
    const place = placeOf(history.state)
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const to = link && insideAddress(link, event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setAsked({ to })
    }
    // Before the router hears of it: the address changes back, and nothing has been left.
    const onStep = (event: PopStateEvent) => {
      const by = placeOf(event.state) - place
      if (own.current > 0) {
        own.current -= 1
        if (by === 0) event.stopImmediatePropagation()
        return
      }
      if (by === 0) return
      event.stopImmediatePropagation()
      own.current += 1
      history.go(-by)
      setAsked({ by })
    }
    addEventListener('beforeunload', onUnload)
    addEventListener('click', onClick, true)
    addEventListener('popstate', onStep, true)
    return () => {
      removeEventListener('beforeunload', onUnload)
      removeEventListener('click', onClick, true)
      removeEventListener('popstate', onStep, true)
    }
  }, [isChanged])

  const leave = (way: Way) => {
    setAsked(null)
    onLeave()
    if ('to' in way) return void navigate(way.to)
    own.current += 1
    history.go(way.by)
  }
  return asked && (
    <Confirm title={t('admin.content.leave.title')} confirm={t('admin.content.leave.confirm')} onCancel={() => setAsked(null)} onConfirm={() => leave(asked)}>
      {t('admin.content.leave.text')}
    </Confirm>
  )
}
