import { useQuery } from '@tanstack/react-query'
import { bodyCall, call } from '../../shared/http/call.ts'
import { isThisMachine } from '../../shared/navigation.ts'

/** API calls of the account pages. Failures are thrown to the page. */

export const login = bodyCall('POST /login')
export const loadInvitation = (code: string, signal?: AbortSignal) =>
  call('POST /invitation', { body: { code }, signal, toast: false })
export const register = bodyCall('POST /register')
export const sendActivationCode = (email: string) =>
  call('POST /send_activation_code', { body: { email }, toast: false })
export const activate = (token: string) => call('GET /active', { query: { token }, toast: false })

export const forgetPassword = (email: string) => call('POST /forget_password', { body: { email }, toast: false })
export const activePassword = bodyCall('POST /active_password')
export const resetPassword = bodyCall('POST /reset_password')

export const resetName = bodyCall('POST /reset_name')
export const resetEmail = bodyCall('POST /reset_email')
export const activeEmail = (token: string) => call('GET /active_email', { query: { token }, toast: false })

const loadSessions = (signal?: AbortSignal) => call('POST /sessions', { signal, toast: false })
export const revokeSession = bodyCall('POST /revoke_session')
export const setUpOtp = (password: string) => call('POST /otp_setup', { body: { password }, toast: false })
export const enableOtp = (otp: string) => call('POST /otp_enable', { body: { otp }, toast: false })
export const disableOtp = bodyCall('POST /otp_disable')
export const exportData = (password: string) => call('POST /export_data', { body: { password }, toast: false })
export const deleteAccount = (password: string) => call('POST /delete_account', { body: { password }, toast: false })

const loadDevAccounts = (signal?: AbortSignal) => call('GET /dev/accounts', { signal, toast: false })
export const loadOutbox = (signal?: AbortSignal) => call('GET /dev/outbox', { signal, toast: false })

/** The development accounts; only a development server provides them. */
export function useDevAccounts() {
  return useQuery({
    queryKey: ['dev', 'accounts'],
    queryFn: ({ signal }) => loadDevAccounts(signal),
    enabled: isThisMachine(),
    retry: false,
  }).data
}

export const SESSIONS_KEY = ['sessions']

/** Active sessions, refetched on every visit of the page. */
export function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => loadSessions(signal), staleTime: 0 })
}
