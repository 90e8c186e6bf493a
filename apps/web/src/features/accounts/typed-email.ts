/** The address somebody typed on one of these pages, for the next of them. Kept for the visit, never stored. */
let typed = ''

export function keepTypedEmail(email: string): void {
  typed = email.trim()
}

export function typedEmail(): string {
  return typed
}
