import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CallFailure, failureSlug } from '../../shared/http/envelope.ts'

/**
 * The token of a mail link, or ''. Removed from the address bar immediately, since URLs end up in the history,
 * screenshots and the clipboard.
 */
export function useLinkToken(): string {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '')
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true })
  }, [navigate, pathname, search])
  return token
}

/** Path of a mail's link on this site, whatever its host: hosts may differ in development. */
export function pageOfLink(link: string): string {
  const { pathname, search } = new URL(link, 'http://localhost')
  return pathname + search
}

export const isRefusedLink = (failure: CallFailure): boolean =>
  failureSlug(failure) === 'LINK_INVALID' || faultyToken(failure)

/** A malformed token is reported as a field error, but the link is equally invalid. */
function faultyToken(failure: CallFailure): boolean {
  const { data } = failure
  const fields = typeof data === 'object' && data !== null ? (data as { fields?: unknown }).fields : null
  return typeof fields === 'object' && fields !== null && 'token' in fields
}
