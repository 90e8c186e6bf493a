import {
  Active,
  ActiveEmail,
  ActiveEmailQuery,
  ActivePasswordBody,
  ActiveQuery,
  Done,
  ForgetPasswordBody,
  Invitation,
  InvitationBody,
  Login,
  LoginBody,
  Register,
  RegisterBody,
  SendActivationCode,
  SendActivationCodeBody,
} from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountDeps } from '../account-deps.ts'
import { activateAccount } from '../activate-account.ts'
import { confirmEmail } from '../change-email.ts'
import { changePasswordByLink } from '../change-password.ts'
import { loadInvitation } from '../load-invitation.ts'
import { logIn } from '../log-in.ts'
import { registerAccount } from '../register-account.ts'
import { requestActivation, requestReset } from '../request-mail.ts'
import { requesterOf } from '../requester.ts'
import { addAccountRoute } from './account-route.ts'

const tokenOf = (request: FastifyRequest): unknown => (request.query as Record<string, unknown>)['token']

/** Routes that need no login. */
export function addVisitorCalls(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(
    app,
    'POST',
    '/api/register',
    { summary: 'Register and send an activation link', body: RegisterBody, data: Register },
    (request) => registerAccount(deps, request.body, requesterOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/invitation',
    { summary: 'Resolve an invite code', body: InvitationBody, data: Invitation },
    (request) => loadInvitation(deps, request.body),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/send_activation_code',
    { summary: 'Send a new activation link', body: SendActivationCodeBody, data: SendActivationCode },
    (request) => requestActivation(deps, request.body, requesterOf(request)),
  )
  addAccountRoute(
    app,
    'GET',
    '/api/active',
    { summary: 'Activate an account with a link from a mail', query: ActiveQuery, data: Active },
    (request) => activateAccount(deps, tokenOf(request), request.ip),
  )
  addAccountRoute(app, 'POST', '/api/login', { summary: 'Log in', body: LoginBody, data: Login }, (request) =>
    logIn(deps, request.body, requesterOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/forget_password',
    { summary: 'Send a password reset link', body: ForgetPasswordBody, data: Done },
    (request) => requestReset(deps, request.body, requesterOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/active_password',
    { summary: 'Set a new password with a link from a mail', body: ActivePasswordBody, data: Done },
    (request) => changePasswordByLink(deps, request.body, request.ip),
  )
  addAccountRoute(
    app,
    'GET',
    '/api/active_email',
    { summary: 'Confirm a new e-mail address with a link from a mail', query: ActiveEmailQuery, data: ActiveEmail },
    (request) => confirmEmail(deps, tokenOf(request), request.ip),
  )
}
