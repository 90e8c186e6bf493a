import {
  DeleteAccount,
  DeleteAccountBody,
  Done,
  ExportData,
  ExportDataBody,
  OtpDisableBody,
  OtpEnable,
  OtpEnableBody,
  OtpSetup,
  OtpSetupBody,
  RevokeSessionBody,
  Sessions,
  StepUp,
  StepUpBody,
} from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import type { AccountDeps } from '../account-deps.ts'
import { requestDeletion } from '../delete-account.ts'
import { exportData } from '../export-data.ts'
import { disableOtp, enableOtp, setUpOtp } from '../manage-otp.ts'
import { loadSessions, logOut, revokeSession } from '../manage-sessions.ts'
import { signedInOf } from '../requester.ts'
import { stepUp } from '../step-up.ts'
import { addAccountRoute } from './account-route.ts'

/** Routes for sessions, the second factor, data export and account deletion. */
export function addSecurityCalls(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, 'POST', '/api/logout', { summary: 'End this session', data: Done }, (request) =>
    logOut(deps, signedInOf(request)),
  )
  addAccountRoute(app, 'POST', '/api/sessions', { summary: 'Sessions of the account', data: Sessions }, (request) =>
    loadSessions(deps, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/revoke_session',
    { summary: 'End another session, or all others', body: RevokeSessionBody, data: Done },
    (request) => revokeSession(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/step_up',
    { summary: 'Confirm who sits there', body: StepUpBody, data: StepUp },
    (request) => stepUp(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/otp_setup',
    { summary: 'A secret for an authenticator', body: OtpSetupBody, data: OtpSetup },
    (request) => setUpOtp(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/otp_enable',
    {
      summary: 'Enable the authenticator by its first code; log in again afterwards',
      body: OtpEnableBody,
      data: OtpEnable,
    },
    (request) => enableOtp(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/otp_disable',
    { summary: 'Disable the authenticator', body: OtpDisableBody, data: Done },
    (request) => disableOtp(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/export_data',
    { summary: 'Everything kept about the person', body: ExportDataBody, data: ExportData },
    (request) => exportData(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/delete_account',
    { summary: 'Delete the account after a while', body: DeleteAccountBody, data: DeleteAccount },
    (request) => requestDeletion(deps, request.body, signedInOf(request)),
  )
}
