import type { Shape } from '../../shape.ts'
import type * as zh from '../../zh/accounts/entry.ts'

export const login: Shape<typeof zh.login> = {
  heading: 'Login',
  submit: 'Log in',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  create: 'Create account',
  notActivated: 'No activation e-mail?',
  otpHeading: 'Two-factor authentication',
  otpText: 'Two-factor authentication is on for {{email}}. Enter the code from your authenticator app.',
  otpSubmit: 'Verify',
  useRecovery: 'Use a recovery code',
  useOtp: 'Use an authenticator code',
  otherAccount: 'Use another account',
  dev: 'Development accounts',
  devMember: 'Log in as member',
  devAdmin: 'Log in as administrator',
  deletionCancelled: 'Welcome back. Your account deletion has been cancelled',
  deletionPlanned: 'Your account will be deleted on {{date}}. Log in before then to cancel.',
}

export const create: Shape<typeof zh.create> = {
  heading: 'Create account',
  invited: 'Invite code: {{code}}',
  invitedBy: '{{name}} invites you to register.',
  invitedForTrial: '{{name}} invites you: register and activate your account for a free {{days}}-day membership.',
  invalidCode:
    'Invite code {{code}} is not valid. Ask for a new link, or register without an invitation (no free trial).',
  agree: 'By registering you agree to the {{terms}}.',
  trialFollows: 'Your free {{days}}-day membership trial starts as soon as you activate.',
  submit: 'Create account',
  haveAccount: 'Already have an account?',
  login: 'Log in',
  successHeading: 'Check your e-mail',
  success: 'Registration is successful, please go to the registered email to activate within {{minutes}} minutes',
  successText:
    'The activation link was sent to {{email}}. If it does not arrive, check your spam folder or send it again.',
  toLogin: 'Go to login',
}

export const active: Shape<typeof zh.active> = {
  heading: 'Account activation',
  working: 'Activating your account',
  success: 'Account activation succeeded',
  successText: 'You can log in now.',
  successTrial: 'Your free membership trial has started and runs until {{date}}. You can log in now.',
  failed: 'Account activation failed',
  failedText:
    'The link is incomplete, expired or already used. If your account is already active, log in; otherwise request a new link.',
  toLogin: 'Go to login',
  sendAgain: 'Send activation e-mail',
}

export const sendActive: Shape<typeof zh.sendActive> = {
  heading: 'Send activation e-mail',
  text: "Enter the e-mail you registered with. We'll send a new activation link; earlier links will stop working.",
  submit: 'Send activation e-mail',
  success:
    'The activation link is sent successfully, please go to the registered email to activate within {{minutes}} minutes',
  successText:
    "If {{email}} has an account to activate, the e-mail will arrive shortly. If it doesn't, check your spam folder.",
}

export const recovery: Shape<typeof zh.recovery> = {
  heading: 'Recover password',
  text: "Enter the e-mail you registered with. We'll send instructions for setting a new password.",
  submit: 'Send e-mail',
  back: 'Back to login',
  successHeading: 'Check your e-mail',
  success: 'If an account with this address exists, instructions for setting a new password were sent to it.',
  spam: "If you don't receive an e-mail, make sure you entered the address you registered with, and check your spam folder.",
  again: 'Use another e-mail',
}

export const changePassword: Shape<typeof zh.changePassword> = {
  heading: 'Reset password',
  submit: 'Reset password',
  success: 'Reset successful',
  successText: 'All devices have been logged out. Log in with your new password.',
  invalid: 'Parameter error',
  invalidText: 'The link is incomplete, expired or already used. Please request a new one.',
  again: 'Recover password again',
  toLogin: 'Go to login',
}

export const changeEmail: Shape<typeof zh.changeEmail> = {
  heading: 'Reset e-mail',
  working: 'Confirming the new e-mail',
  success: 'Successfully modified',
  successText: 'Your account e-mail is now {{email}}. Use it to log in from now on.',
  invalid: 'Parameter error',
  invalidText: 'The link is incomplete, expired or already used. Please change your e-mail again.',
  again: 'Change e-mail',
  proceed: 'Open the order flow chart',
  toLogin: 'Go to login',
}
