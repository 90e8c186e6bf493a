import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Alert } from '../alerts/alert.ts'
import { AlertEvent } from '../alerts/event.ts'
import { DividendRow } from '../business/inviter.ts'
import { MyOrder } from '../business/orders.ts'
import { IsoTime, Nullable } from '../schemas.ts'
import { Workspace } from '../workspace/workspace.ts'
import { Password } from './fields.ts'
import { SessionRow } from './sessions.ts'
import { UserInfo } from './user-info.ts'

export const ExportDataBody = Type.Object({ password: Password })
export type ExportDataBody = Static<typeof ExportDataBody>

/** All data stored about the user; the page saves `data` as a file. */
export const ExportData = Type.Object({
  exported_at: IsoTime,
  user: UserInfo,
  sessions: Type.Array(SessionRow),
  referral: Nullable(Type.Object({ code: Type.String(), registered_at: IsoTime })),
  membership_events: Type.Array(Type.Unknown()),
  orders: Type.Array(MyOrder),
  dividends: Type.Array(DividendRow),
  payout_addresses: Type.Array(Type.Unknown()),
  settlements: Type.Array(Type.Unknown({ description: 'payouts to the user' })),
  workspace: Workspace,
  alerts: Type.Array(Alert),
  alert_events: Type.Array(AlertEvent),
  audit: Type.Array(Type.Unknown({ description: 'actions by the account or on it' })),
})
export type ExportData = Static<typeof ExportData>

/** Ends every session. The account is deleted at `delete_at` unless the user logs in before. */
export const DeleteAccountBody = Type.Object({ password: Password })
export type DeleteAccountBody = Static<typeof DeleteAccountBody>

export const DeleteAccount = Type.Object({ delete_at: IsoTime })
export type DeleteAccount = Static<typeof DeleteAccount>
