/** The token of an Authorization header, with or without the scheme; '' for none. */
export const readToken = (authorization: string | undefined): string =>
  (authorization ?? '').replace(/^Bearer\s+/i, '').trim()
