/**
 * The complete error catalogue. `code` is the code of the envelope, `http` the status of the response. Calls that
 * mirror the code (see `mirrors` in the access control table) use `code` as the status too.
 */
export const ERRORS = {
  UNAUTHENTICATED: { code: 401, http: 401 },
  SESSION_EXPIRED: { code: 401, http: 401 },
  FORBIDDEN: { code: 403, http: 403 },
  // Only after the correct password: otherwise it would reveal which accounts exist.
  NOT_ACTIVATED: { code: '501', http: 200 },
  VALIDATION: { code: 400, http: 200 },
  PASSWORD_TOO_SHORT: { code: 400, http: 200 },
  PASSWORD_COMMON: { code: 400, http: 200 },
  PASSWORD_SIMILAR: { code: 400, http: 200 },
  PASSWORD_NUMERIC: { code: 400, http: 200 },
  PASSWORDS_DIFFER: { code: 400, http: 200 },
  BAD_ADDRESS: { code: 400, http: 200 },
  BAD_TRANSACTION_ID: { code: 400, http: 200 },
  // Not 401: a client clears its session on 401.
  LOGIN_FAILED: { code: 402, http: 200 },
  // An unknown object; an unknown path also has the HTTP status 404.
  NOT_FOUND: { code: 404, http: 200 },
  TOO_LARGE: { code: 413, http: 413 },
  UNKNOWN_SYMBOL: { code: 404, http: 404 },
  // No book is stored for the moment, or none that the caller may see yet.
  NO_BOOK: { code: 404, http: 404 },
  TOO_MANY_CELLS: { code: 400, http: 400 },
  QUANTITY_RANGE: { code: 400, http: 400 },
  PRICE_RANGE: { code: 400, http: 400 },
  TRANSACTION_USED: { code: 409, http: 200 },
  ORDER_PENDING_EXISTS: { code: 409, http: 200 },
  QUOTE_RELEASED: { code: 409, http: 200 },
  ALREADY_REVIEWED: { code: 409, http: 200 },
  SETTLEMENT_USED: { code: 409, http: 200 },
  AMOUNT_CHANGED: { code: 409, http: 200 },
  ADDRESS_CHANGED: { code: 409, http: 200 },
  NOTHING_TO_SETTLE: { code: 409, http: 200 },
  USERNAME_TAKEN: { code: 409, http: 200 },
  STALE_VERSION: { code: 409, http: 200 },
  OWN_ORDER: { code: 409, http: 200 },
  LAST_ADMIN: { code: 409, http: 200 },
  RESUBMIT_LIMIT: { code: 409, http: 200 },
  // The same error for invalid, used and expired links.
  LINK_INVALID: { code: 410, http: 200 },
  ADDRESS_NOT_SET: { code: 412, http: 200 },
  ADDRESS_COOLING: { code: 412, http: 200 },
  BELOW_MIN_PAYOUT: { code: 412, http: 200 },
  UNDERPAID_NOT_ACCEPTED: { code: 412, http: 200 },
  PAYMENT_DENIED: { code: 412, http: 200 },
  CONTACT_NOT_SET: { code: 412, http: 200 },
  STEP_UP_REQUIRED: { code: 428, http: 200 },
  OTP_REQUIRED: { code: 428, http: 200 },
  OTP_SETUP_REQUIRED: { code: 428, http: 200 },
  OTP_WRONG: { code: 428, http: 200 },
  RATE_LIMITED: { code: 429, http: 429 },
  INTERNAL: { code: 500, http: 500 },
  MAINTENANCE: { code: 503, http: 503 },
  // Refused before anything was done: safe to repeat after `retry_after` seconds.
  OVERLOADED: { code: 503, http: 503 },
} as const satisfies Record<string, { readonly code: number | '501'; readonly http: number }>

export type ErrorSlug = keyof typeof ERRORS

export const ERROR_SLUGS = Object.keys(ERRORS) as ErrorSlug[]
