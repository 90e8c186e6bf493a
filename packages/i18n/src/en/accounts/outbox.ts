import type { Shape } from '../../shape.ts'
import type { outbox as zh } from '../../zh/accounts/outbox.ts'

export const outbox: Shape<typeof zh> = {
  heading: 'Development outbox',
  text: 'E-mails are kept here while no mail server is configured.',
  empty: 'No e-mails yet.',
  absent: 'The outbox is only available in development, on this machine, while no mail server is configured.',
  to: 'To: {{to}}',
  open: 'Open link',
  content: 'E-mail text',
}
