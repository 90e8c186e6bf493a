import type { Shape } from '../shape.ts'
import type { business as zh } from '../zh/business.ts'

export const business: Shape<typeof zh> = {
  loading: 'Loading…',
  copy: 'Copy {{what}}',
  explorer: 'View in the block explorer',
  inUsdt: '{{name}} (USDT)',
  left: '{{days}} d {{time}}',
  pages: {
    label: 'Pages',
    range: '{{from}}–{{to}} of {{total}}',
    rangeCapped: '{{from}}–{{to}} of more than {{total}}',
    previous: 'Previous page',
    next: 'Next page',
  },
  stepUp: {
    heading: 'Confirm your identity',
    password: 'Password',
    passwordText: "This action requires your password. You won't be asked again for 10 minutes.",
    code: 'Code',
    codeText:
      "This action requires a code from your authenticator app or a recovery code. You won't be asked again for 10 minutes.",
    required: 'Please fill this in',
    submit: 'Confirm',
  },
}
