import type { User } from '../../src/shared/session/user.ts'

/** A user; tests override the relevant fields. */
export function someUser(changes: Partial<User> = {}): User {
  return {
    id: 7,
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Li',
    email: 'ada@example.com',
    pending_email: null,
    role: [],
    expire_time: null,
    expired: true,
    is_trial: false,
    theme: null,
    language: 'en',
    register_time: '2026-01-01T00:00:00Z',
    inviter_id: null,
    server_time: '2026-11-20T00:00:00Z',
    otp_enabled: false,
    otp_required: false,
    is_owed: false,
    ...changes,
  }
}
