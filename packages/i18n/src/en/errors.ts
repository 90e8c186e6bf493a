import type { Shape } from '../shape.ts'
import type { errors as zh } from '../zh/errors.ts'

export const errors: Shape<typeof zh> = {
  sessionExpired: 'login identity has expired, please log in again',
  connection: 'backend connection error',
  timeout: 'backend request timeout',
  status: 'backend interface {{status}} error',
  code: 'backend interface {{code}} error',
  unreadable: "The server's response could not be read ({{code}}). If the site was just updated, reload the page.",
  unknown: 'backend unknown error',
}
