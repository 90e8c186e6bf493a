/** Calls without login (the P lines of the access table; a test compares the two). All others require a login. */
const PUBLIC = new Set([
  '/settings',
  '/menus',
  '/health',
  '/ready',
  '/login',
  '/register',
  '/invitation',
  '/send_activation_code',
  '/active',
  '/forget_password',
  '/active_password',
  '/active_email',
  '/properties',
  '/push_key',
  '/contents',
  '/content',
  '/send_contact',
])

/** Development tools, available on loopback only. */
const isDevelopment = (path: string) => path.startsWith('/dev/')

export function needsToken(path: string): boolean {
  return !PUBLIC.has(path) && !isDevelopment(path)
}
