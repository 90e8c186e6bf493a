import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 most frequent leaked passwords, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))

/** `password`: lower case, trimmed. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password)
