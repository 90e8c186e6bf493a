/** Hidden username for password managers. */
export function AccountName({ email }: { email: string }) {
  return <input type="text" name="account" autoComplete="username" value={email} readOnly hidden />
}
