import { failureSlug, type CallFailure } from '../../shared/http/envelope.ts'

/** Seconds until a retry is allowed; null when the server does not say. */
export function retryAfter(failure: CallFailure): number | null {
  const { data } = failure
  const seconds = typeof data === 'object' && data !== null ? (data as { retry_after?: unknown }).retry_after : null
  return typeof seconds === 'number' && seconds > 0 ? seconds : null
}

export const isRefusedLink = (failure: CallFailure): boolean =>
  failureSlug(failure) === 'LINK_INVALID' || faultyToken(failure)

/** A malformed token is reported as a field error, but the link is equally invalid. */
function faultyToken(failure: CallFailure): boolean {
  const { data } = failure
  const fields = typeof data === 'object' && data !== null ? (data as { fields?: unknown }).fields : null
  return typeof fields === 'object' && fields !== null && 'token' in fields
}
