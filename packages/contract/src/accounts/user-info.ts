import { Type } from 'typebox'
import type { Static } from 'typebox'
import { IsoTime, Nullable } from '../schemas.ts'
import { Email, LanguageCode, NullableTime, PersonName, Role, Theme, Username } from './fields.ts'

export const UserInfo = Type.Object({
  id: Type.Integer(),
  username: Username,
  first_name: PersonName,
  last_name: PersonName,
  email: Email,
  pending_email: Nullable(Email),
  role: Type.Array(Role, { description: 'empty: ordinary user' }),
  is_owed: Type.Boolean({
    description: 'former inviter with shares awaiting settlement: inviter calls remain available',
  }),
  expire_time: NullableTime,
  expired: Type.Boolean({ description: 'no active membership; administrators still have full access' }),
  is_trial: Type.Boolean(),
  theme: Nullable(Theme),
  language: LanguageCode,
  register_time: IsoTime,
  inviter_id: Nullable(Type.Integer()),
  server_time: IsoTime,
  otp_enabled: Type.Boolean(),
  otp_required: Type.Boolean({ description: 'an authenticator must be set up before any other call' }),
})
export type UserInfo = Static<typeof UserInfo>
