import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { loadInvitation } from '../calls.ts'
import { readText, STORAGE_KEYS, writeText } from '../../../shared/local-store.ts'

export type InvitationState =
  | { readonly kind: 'none' }
  /** `code` is sent with the registration in all states but `invalid`. */
  | { readonly kind: 'loading' | 'unknown' | 'invalid'; readonly code: string }
  | { readonly kind: 'valid'; readonly code: string; readonly inviterName: string; readonly trialDays: number }

/** Loads the inviter by the code of the URL, otherwise by the stored one. A valid code is stored. */
export function useInvitation(): InvitationState {
  const fromAddress = inviteCodeOf(useParams().inviteCode)
  const code = fromAddress ?? keptInviteCode()
  const { data, error } = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => loadInvitation(code ?? '', signal),
    enabled: code !== null,
    staleTime: 0,
  })
  useEffect(() => {
    if (code === null || data === undefined) return
    if (data.valid) keepInviteCode(code)
    else if (keptInviteCode() === code) keepInviteCode(null)
  }, [code, data])

  if (code === null) return { kind: 'none' }
  if (data === undefined) return { kind: error ? 'unknown' : 'loading', code }
  // A stored code that has become invalid is not reported.
  if (!data.valid) return fromAddress === null ? { kind: 'none' } : { kind: 'invalid', code }
  return { kind: 'valid', code, inviterName: data.inviter_name ?? '', trialDays: data.trial_days }
}

/** Invite code in the URL of a registration without an inviter. */
const NO_INVITER = 'direct'
const MAX_LENGTH = 64

/** The invite code of a URL, or null when missing or malformed. */
export function inviteCodeOf(segment: string | undefined): string | null {
  const code = segment?.trim() ?? ''
  return code === '' || code === NO_INVITER || code.length > MAX_LENGTH ? null : code
}

/** The code of the first visit: returning visits lack it in the URL. */
export const keptInviteCode = (): string | null => inviteCodeOf(readText(STORAGE_KEYS.invite) ?? undefined)

/** Null clears it: the account is registered, or the code is invalid. */
export const keepInviteCode = (code: string | null): void => writeText(STORAGE_KEYS.invite, code)
