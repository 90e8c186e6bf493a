import type { Shape } from '../../shape.ts'
import type * as zh from '../../zh/accounts/settings.ts'

export const profile: Shape<typeof zh.profile> = {
  heading: 'Modify profile',
  submit: 'Save',
  success: 'Successfully modified',
}

export const restorePassword: Shape<typeof zh.restorePassword> = {
  heading: 'Change password',
  text: 'All devices will be logged out.',
  submit: 'Change password',
  success: 'Modification successful, please log in again',
  forgot: 'Forgot the old password?',
}

export const restoreEmail: Shape<typeof zh.restoreEmail> = {
  heading: 'Modify e-mail',
  text: "We'll send a confirmation link to the new address. The old address stays in use until you open it.",
  pending: 'Pending confirmation: a link was sent to {{email}}.',
  submit: 'Send confirmation link',
  successHeading: 'Check your e-mail',
  success: 'A confirmation link was sent to {{email}}. Please open it within {{minutes}} minutes.',
  successText: 'Until then, {{email}} is used for login and notifications.',
  again: 'Use another e-mail',
}

export const language: Shape<typeof zh.language> = {
  heading: 'Switch language',
  text: 'Also used for the e-mails we send you.',
  success: 'Successfully modified',
}

export const theme: Shape<typeof zh.theme> = {
  heading: 'Page configuration',
  theme: 'Theme',
  themeText: 'Follows your system until you choose. The choice is saved to your account.',
  palette: 'Up and down colours',
  paletteText: 'Used for buy/sell and up/down on the chart. Saved on this device.',
  paletteName: {
    international: 'International: green up, red down',
    chinese: 'Chinese: red up, green down',
    colorblind: 'Colour-blind safe: blue up, orange down',
  },
  success: 'Successfully modified',
}

export const signIn: Shape<typeof zh.signIn> = {
  text: 'This page shows your account data. Log in to view it.',
  login: 'Log in',
  create: 'Create account',
}

export const notice: Shape<typeof zh.notice> = {}
