import {
  Done,
  ResetEmail,
  ResetEmailBody,
  ResetLanguage,
  ResetName,
  ResetNameBody,
  ResetPasswordBody,
  ResetTheme,
  UserInfo,
} from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import type { AccountDeps } from '../account-deps.ts'
import { requestEmail } from '../change-email.ts'
import { changePassword } from '../change-password.ts'
import { changeLanguage, changeName, changeTheme } from '../change-profile.ts'
import { loadUser } from '../load-user.ts'
import { signedInOf } from '../requester.ts'
import { addAccountRoute } from './account-route.ts'

/** Routes for users' own profiles. */
export function addProfileCalls(app: FastifyInstance, deps: AccountDeps): void {
  addAccountRoute(app, 'POST', '/api/user_info', { summary: 'Get the current user', data: UserInfo }, (request) =>
    loadUser(deps, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/reset_password',
    { summary: 'Change the password and end all sessions', body: ResetPasswordBody, data: Done },
    (request) => changePassword(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/reset_email',
    { summary: 'Request a change of the e-mail address', body: ResetEmailBody, data: ResetEmail },
    (request) => requestEmail(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/reset_name',
    { summary: 'Change username and names', body: ResetNameBody, data: ResetName },
    (request) => changeName(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/reset_theme',
    { summary: 'Save the theme', body: ResetTheme, data: ResetTheme },
    (request) => changeTheme(deps, request.body, signedInOf(request)),
  )
  addAccountRoute(
    app,
    'POST',
    '/api/reset_language',
    { summary: 'Save the language of mails', body: ResetLanguage, data: ResetLanguage },
    (request) => changeLanguage(deps, request.body, signedInOf(request)),
  )
}
