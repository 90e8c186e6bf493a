import { devAccounts, profileCalls, securityCalls, visitorCalls } from '@flowprint/contract'
import type { CallDefinition } from '@flowprint/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ScheduledJob } from '../../platform/jobs/index.ts'
import { addCall, addCalls, AppError, isOperatorHere } from '../../platform/http/index.ts'
import type { CallHandler, HandleUnvalidated } from '../../platform/http/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { activateAccount, registerAccount } from './commands/register-account.ts'
import { confirmEmail, requestEmail, changeLanguage, changeName, changeTheme } from './commands/change-account.ts'
import { changePassword, changePasswordByLink } from './commands/change-password.ts'
import { accountCleanup } from './commands/cleanup.ts'
import { requestDeletion, exportData } from './commands/own-data.ts'
import { readDevAccounts } from './commands/dev-accounts.ts'
import { loadInvitation, loadUser } from './queries/load-user.ts'
import { logIn, stepUp } from './commands/log-in.ts'
import { disableOtp, enableOtp, setUpOtp } from './commands/manage-otp.ts'
import { loadSessions, logOut, revokeSession } from './commands/manage-sessions.ts'
import { requestActivation, requestReset } from './commands/request-mail.ts'
import { requesterOf, signedInOf } from './requester.ts'

export interface AccountOptions extends AccountDeps {
  /** Folder of dev-accounts.json. */
  readonly dataDir: string
}

/**
 * A call whose use case validates the input: limits are counted before it is read, rules depend on the account, and the
 * response to a link or a login must not tell why it failed (docs/decisions/calls.md).
 */
const unvalidated = <Call extends CallDefinition>(handle: HandleUnvalidated<Call>): CallHandler<Call> => ({
  handle,
  isUnvalidated: true,
})

const tokenOf = ({ query }: FastifyRequest): unknown => (query as Record<string, unknown>)['token']

export const accountJobs = (deps: Parameters<typeof accountCleanup>[0]): readonly ScheduledJob[] => [
  accountCleanup(deps),
]

/** The calls of accounts (CONTRACT section 2). */
export const accountsPlugin: FastifyPluginAsync<AccountOptions> = async (app, deps) => {
  addCalls(app, visitorCalls, {
    register: unvalidated(({ request }) => registerAccount(deps, request.body, requesterOf(request))),
    invitation: unvalidated(({ request }) => loadInvitation(deps, request.body)),
    sendActivationCode: unvalidated(({ request }) => requestActivation(deps, request.body, requesterOf(request))),
    active: unvalidated(({ request }) => activateAccount(deps, tokenOf(request), request.ip)),
    login: unvalidated(({ request }) => logIn(deps, request.body, requesterOf(request))),
    forgetPassword: unvalidated(({ request }) => requestReset(deps, request.body, requesterOf(request))),
    activePassword: unvalidated(({ request }) => changePasswordByLink(deps, request.body, request.ip)),
    activeEmail: unvalidated(({ request }) => confirmEmail(deps, tokenOf(request), request.ip)),
  })
  addCalls(app, profileCalls, {
    userInfo: ({ request }) => loadUser(deps, signedInOf(request)),
    resetPassword: unvalidated(({ request }) => changePassword(deps, request.body, signedInOf(request))),
    resetEmail: unvalidated(({ request }) => requestEmail(deps, request.body, signedInOf(request))),
    resetName: unvalidated(({ request }) => changeName(deps, request.body, signedInOf(request))),
    resetTheme: unvalidated(({ request }) => changeTheme(deps, request.body, signedInOf(request))),
    resetLanguage: unvalidated(({ request }) => changeLanguage(deps, request.body, signedInOf(request))),
  })
  addCalls(app, securityCalls, {
    logout: ({ request }) => logOut(deps, signedInOf(request)),
    sessions: ({ request }) => loadSessions(deps, signedInOf(request)),
    revokeSession: unvalidated(({ request }) => revokeSession(deps, request.body, signedInOf(request))),
    stepUp: unvalidated(({ request }) => stepUp(deps, request.body, signedInOf(request))),
    otpSetup: unvalidated(({ request }) => setUpOtp(deps, request.body, signedInOf(request))),
    otpEnable: unvalidated(({ request }) => enableOtp(deps, request.body, signedInOf(request))),
    otpDisable: unvalidated(({ request }) => disableOtp(deps, request.body, signedInOf(request))),
    exportData: unvalidated(({ request }) => exportData(deps, request.body, signedInOf(request))),
    deleteAccount: unvalidated(({ request }) => requestDeletion(deps, request.body, signedInOf(request))),
  })
  if (deps.site.production) return
  addCall(app, devAccounts, ({ request }) => {
    const accounts = isOperatorHere(request) ? readDevAccounts(deps.dataDir) : null
    if (accounts === null) throw new AppError('NOT_FOUND', { http: 404 })
    return accounts
  })
}
