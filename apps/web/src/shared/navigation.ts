/** Navigation for code outside React (HTTP client, stores). The router registers itself. */
type Go = (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void

let router: Go | null = null

export function setNavigator(go: Go | null): void {
  router = go
}

export const go: Go = (to, options) => router?.(to, options)

/** Current path, search and hash. */
export function here(): string {
  return typeof location === 'undefined' ? '/' : location.pathname + location.search + location.hash
}

const NEVER_NEXT = ['/login', '/logout', '/401']

/** URL of the login page that returns to `next`. */
export function loginAddress(next: string): string {
  const path = next.split(/[?#]/)[0]
  return next === '/' || NEVER_NEXT.includes(path) ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

const ANY_SITE = 'https://site.invalid'

/** Validates `?next=`: only pages of this site. */
export function safeNext(next: string | null, otherwise: string): string {
  // Parse as browsers do: backslashes and tabs can hide a second slash, which would name another host.
  if (!next?.startsWith('/') || URL.parse(next, ANY_SITE)?.origin !== ANY_SITE) return otherwise
  return NEVER_NEXT.includes(next.split(/[?#]/)[0]) ? otherwise : next
}

/** Start page of signed-in users. */
export const START = '/order'

/** Whether the page is served from this machine: development tools are only available there. */
export function isThisMachine(hostname: string = location.hostname): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
