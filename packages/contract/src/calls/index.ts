import { devAccounts, profileCalls, securityCalls, visitorCalls } from './accounts.ts'
import { adminCalls } from './admin.ts'
import { alertCalls } from './alerts.ts'
import { contentCalls, uploadPicture } from './content.ts'
import type { BodyOf, CallDefinition, DataOf, QueryOf } from './define-call.ts'
import { adminMarketCalls, marketCalls, scannerCalls, stream } from './market.ts'
import { membershipCalls } from './membership.ts'
import { developmentCalls, operationCalls } from './operation.ts'
import { promotionCalls } from './promotion.ts'
import { workspaceCalls } from './workspace.ts'

const BY_MODULE = {
  ...marketCalls,
  ...scannerCalls,
  stream,
  ...operationCalls,
  ...contentCalls,
  uploadPicture,
  ...visitorCalls,
  ...profileCalls,
  ...securityCalls,
  ...workspaceCalls,
  ...alertCalls,
  devAccounts,
  ...developmentCalls,
  ...membershipCalls,
  ...promotionCalls,
  ...adminCalls,
  ...adminMarketCalls,
}

/** Every call of the API. */
export const CALLS: readonly CallDefinition[] = Object.values(BY_MODULE)

type Definition = (typeof BY_MODULE)[keyof typeof BY_MODULE]

/** Arguments and data of every call, by its name as in `GET /menus`. */
export type Calls = {
  readonly [Call in Definition as Call['name']]: {
    readonly who: Call['who']
    readonly query: QueryOf<Call>
    readonly body: BodyOf<Call>
    readonly data: DataOf<Call>
  }
}
export type CallName = keyof Calls
export type PublicCallName = Extract<Definition, { readonly who: 'P' }>['name']

export { devAccounts, profileCalls, securityCalls, visitorCalls } from './accounts.ts'
export { adminCalls } from './admin.ts'
export { alertCalls } from './alerts.ts'
export * from './arguments.ts'
export { contentCalls, uploadPicture } from './content.ts'
export { defineCall, routeOf } from './define-call.ts'
export type { BodyOf, CallDefinition, DataOf, QueryOf, Who } from './define-call.ts'
export { adminMarketCalls, marketCalls, scannerCalls, stream } from './market.ts'
export { membershipCalls } from './membership.ts'
export * from './operation.ts'
export { promotionCalls } from './promotion.ts'
export { workspaceCalls } from './workspace.ts'
