import type { Shape } from '../../shape.ts'
import type { outbox as zh } from '../../zh/accounts/outbox.ts'

export const outbox: Shape<typeof zh> = {
  heading: 'Development outbox',
  text: 'Mails stay here while no mail server is configured.',
  empty: 'No mails yet.',
  absent: 'The outbox exists in development only, on this machine only, and while no mail server is configured.',
  to: 'To: {{to}}',
  open: 'Open link',
  content: 'Text of the mail',
}
