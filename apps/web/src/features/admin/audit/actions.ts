/** Actions with their own text; others show their raw name. */
export const ACTIONS = [
  'review_order',
  'reverse_order',
  'settle',
  'send_reminder',
  'set_receive_address',
  'set_role',
  'set_ratio',
  'grant_days',
  'disable_user',
  'enable_user',
  'revoke_session',
  'save_setting',
  'save_market',
  'save_content',
  'upload_picture',
  'delete_account',
  'export',
  'make_admin',
  'create_admin',
  'disable_otp',
] as const

export function isKnownAction(action: string): action is (typeof ACTIONS)[number] {
  return (ACTIONS as readonly string[]).includes(action)
}
