/** The e-mail typed on an account page, for the next one. In memory only. */
let typed = ''

export function keepTypedEmail(email: string): void {
  typed = email.trim()
}

export function typedEmail(): string {
  return typed
}
