import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { loadInvitation } from '../calls.ts'
import { inviteCodeOf, keepInviteCode, keptInviteCode } from './invite-code.ts'

export type InvitationState =
  | { readonly kind: 'none' }
  /** `code` goes with the registration in all of these but `invalid`. */
  | { readonly kind: 'loading' | 'unknown' | 'invalid'; readonly code: string }
  | { readonly kind: 'valid'; readonly code: string; readonly inviterName: string; readonly trialDays: number }

/** Who invited: by the code of the address, else by the one kept from an earlier visit. A valid code is kept. */
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
  // A kept code that stopped working was no part of this visit.
  if (!data.valid) return fromAddress === null ? { kind: 'none' } : { kind: 'invalid', code }
  return { kind: 'valid', code, inviterName: data.inviter_name ?? '', trialDays: data.trial_days }
}
