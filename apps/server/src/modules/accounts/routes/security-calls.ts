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
  addAccountRoute(
    app,
    'POST',
    '/api/sessions',
    { summary: 'List the sessions of the account', data: Sessions },
    (request) => loadSessions(deps, signedInOf(request)),
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
    { summary: 'Re-authenticate', body: StepUpBody, data: StepUp },
    (request) => stepUp(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/otp_setup',
    { summary: 'Create a secret for an authenticator', body: OtpSetupBody, data: OtpSetup },
    (request) => setUpOtp(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/otp_enable',
    {
      summary: 'Enable the authenticator with its first code and end all sessions',
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
    { summary: 'Export all data of the account', body: ExportDataBody, data: ExportData },
    (request) => exportData(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/delete_account',
    { summary: 'Schedule the deletion of the account', body: DeleteAccountBody, data: DeleteAccount },
    (request) => requestDeletion(deps, request.body, signedInOf(request)),
  )
}
