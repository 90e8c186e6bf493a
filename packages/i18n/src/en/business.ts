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
    heading: 'Confirm that it is you',
    password: 'Password',
    passwordText: 'This asks for your password once more. Once confirmed, you are not asked again for 10 minutes.',
    code: 'Code',
    codeText:
      'This asks for the code of your authenticator; a recovery code works too. Once confirmed, you are not asked again for 10 minutes.',
    required: 'Please fill this in',
    submit: 'Confirm',
  },
}
