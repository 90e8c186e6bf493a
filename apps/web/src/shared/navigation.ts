/** The way to another page for code outside of React: the client of the calls, stores. The router hands itself in. */
export type Go = (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void

let router: Go | null = null

export function setNavigator(go: Go | null): void {
  router = go
}

export const go: Go = (to, options) => router?.(to, options)

/** Where one is: path, search and hash. */
export function here(): string {
  return typeof location === 'undefined' ? '/' : location.pathname + location.search + location.hash
}

const NEVER_NEXT = ['/login', '/logout', '/401']

/** The address of the login page that leads back to `next` afterwards. */
export function loginAddress(next: string): string {
  const path = next.split(/[?#]/)[0]
  return next === '/' || NEVER_NEXT.includes(path) ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

const ANY_SITE = 'https://site.invalid'

/** What `?next=` may lead to: a page of this site, nothing else. */
export function safeNext(next: string | null, otherwise: string): string {
  // Read as browsers read it: backslashes and tabs hide a second slash, which would name another host.
  if (!next?.startsWith('/') || URL.parse(next, ANY_SITE)?.origin !== ANY_SITE) return otherwise
  return NEVER_NEXT.includes(next.split(/[?#]/)[0]) ? otherwise : next
}
