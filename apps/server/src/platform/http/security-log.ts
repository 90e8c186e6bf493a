import type { ErrorSlug } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Slug of the answered error; null when there is none. */
    refusal: ErrorSlug | null
    /** Id of the account of a login attempt; null when there is none. */
    tried: string | null
  }
}

/** Errors that indicate probing. */
const SUSPICIOUS: ReadonlySet<ErrorSlug> = new Set<ErrorSlug>([
  'UNAUTHENTICATED',
  'SESSION_EXPIRED',
  'FORBIDDEN',
  'LOGIN_FAILED',
  'NOT_ACTIVATED',
  'LINK_INVALID',
  'STEP_UP_REQUIRED',
  'OTP_REQUIRED',
  'OTP_SETUP_REQUIRED',
  'OTP_WRONG',
  'RATE_LIMITED',
  'TOO_LARGE',
])

/** Calls that change permissions or credentials: logged whether they succeed or not. */
const WATCHED =
  /^\/api\/(login|logout|register|active|active_email|active_password|forget_password|send_activation_code|reset_password|reset_email|reset_name|step_up|otp_\w+|revoke_session|export_data|delete_account|admin_\w+)$/

/** Logs one line per event with account, address, call and result; never the request content. */
export function addSecurityLog(app: FastifyInstance): void {
  app.decorateRequest('refusal', null)
  app.decorateRequest('tried', null)
  // Not onResponse: that is not called when the client has left, and leaving must not hide what was tried.
  app.addHook('onSend', async (request) => {
    const path = request.routeOptions.url ?? 'unknown'
    const { refusal } = request
    if (!WATCHED.test(path) && (refusal === null || !SUSPICIOUS.has(refusal))) return
    request.log.info(
      {
        event: 'security',
        method: request.method,
        path,
        user: request.access?.user ?? request.tried,
        ip: request.ip,
        outcome: refusal ?? 'OK',
      },
      refusal === null ? 'done' : 'refused',
    )
  })
}
