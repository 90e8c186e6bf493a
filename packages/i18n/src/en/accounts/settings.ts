import type { Shape } from '../../shape.ts'
import type * as zh from '../../zh/accounts/settings.ts'

export const profile: Shape<typeof zh.profile> = {
  heading: 'Modify profile',
  submit: 'Save',
  success: 'Successfully modified',
}

export const restorePassword: Shape<typeof zh.restorePassword> = {
  heading: 'Change password',
  text: 'Afterwards all devices are logged out.',
  submit: 'Change password',
  success: 'Modification successful, please log in again',
  forgot: 'Forgot the old password?',
}

export const restoreEmail: Shape<typeof zh.restoreEmail> = {
  heading: 'Modify e-mail',
  text: 'A confirmation link is sent to the new address. Until it is opened the old one stays in use.',
  pending: 'Waiting for confirmation: a link was sent to {{email}}.',
  submit: 'Send confirmation link',
  successHeading: 'Check your e-mail',
  success: 'A confirmation link was sent to {{email}}. Please open it within {{minutes}} minutes.',
  successText: 'Until then login and notices stay with {{email}}.',
  again: 'Use another e-mail',
}

export const language: Shape<typeof zh.language> = {
  heading: 'Switch language',
  text: 'It is used for the e-mails we send you, too.',
  success: 'Successfully modified',
}

export const theme: Shape<typeof zh.theme> = {
  heading: 'Page configuration',
  theme: 'Theme',
  themeText: 'Follows your system until you choose. The choice is saved to your account.',
  palette: 'Colours of up and down',
  paletteText: 'For buying and selling, rising and falling on the chart. Kept on this device.',
  paletteName: {
    international: 'International: green up, red down',
    chinese: 'Chinese: red up, green down',
    colorblind: 'Colour-blind safe: blue up, orange down',
  },
  success: 'Successfully modified',
}

export const signIn: Shape<typeof zh.signIn> = {
  text: 'What is on this page belongs to your account. Log in to see it.',
  login: 'Log in',
  create: 'Create account',
}

export const notice: Shape<typeof zh.notice> = {}
