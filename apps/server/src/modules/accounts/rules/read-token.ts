/** Token of an Authorization header, with or without the scheme; '' if there is none. */
export const readToken = (authorization: string | undefined): string =>
  (authorization ?? '').replace(/^Bearer\s+/i, '').trim()
