import type { ErrorSlug } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Slug of the error that was answered; null while there is none. */
    refusal: ErrorSlug | null
    /** Id of the account that somebody tries to log in to; null where there is none. */
    tried: string | null
  }
}

/** Refusals that somebody who tries doors collects. */
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

/** Calls that change who may do what: told whether they succeed or not. */
const WATCHED =
  /^\/api\/(login|logout|register|active|active_email|active_password|forget_password|send_activation_code|reset_password|reset_email|reset_name|step_up|otp_\w+|revoke_session|export_data|delete_account|admin_\w+)$/

/** One line for each of them, with who, where from, what and how it ended; never what was sent. */
export function addSecurityLog(app: FastifyInstance): void {
  app.decorateRequest('refusal', null)
  app.decorateRequest('tried', null)
  app.addHook('onResponse', async (request) => {
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
