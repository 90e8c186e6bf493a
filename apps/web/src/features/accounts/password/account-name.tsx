/** Tells password managers whose password is being changed; people see their name elsewhere. */
export function AccountName({ email }: { email: string }) {
  return <input type="text" name="account" autoComplete="username" value={email} readOnly hidden />
}
