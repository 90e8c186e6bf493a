import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 passwords most often seen in leaks, in small letters. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))

/** `password` in small letters, without blanks around. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password)
