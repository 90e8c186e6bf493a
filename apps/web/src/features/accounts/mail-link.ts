import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type CallFailure, failureSlug } from '../../shared/http/envelope.ts'
import { asRecord } from '../../shared/local-store.ts'

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

/** Includes a malformed token, which is reported as a field error. */
export const isRefusedLink = (failure: CallFailure): boolean =>
  failureSlug(failure) === 'LINK_INVALID' || 'token' in asRecord(asRecord(failure.data).fields)
