import type { CallName, PublicCallName } from '@flowprint/contract'

/** Calls without login, complete by its type: those that the contract defines with `who: 'P'`. */
const PUBLIC: Readonly<Record<PublicCallName, true>> = {
  'GET /active': true,
  'GET /active_email': true,
  'GET /content': true,
  'GET /dev/accounts': true,
  'GET /dev/outbox': true,
  'GET /health': true,
  'GET /menus': true,
  'GET /ready': true,
  'POST /active_password': true,
  'POST /contents': true,
  'POST /dev/clock': true,
  'POST /forget_password': true,
  'POST /invitation': true,
  'POST /login': true,
  'POST /properties': true,
  'POST /push_key': true,
  'POST /register': true,
  'POST /send_activation_code': true,
  'POST /send_contact': true,
  'POST /settings': true,
}

export function needsToken(name: CallName): boolean {
  return !Object.hasOwn(PUBLIC, name)
}
