import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text for an address or a header. */
export const randomText = (): string => randomBytes(32).toString('base64url')

/** Hash for storage: the text is random, so a fast hash without salt is enough. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
