import { isEmail as isAddress, normalizeEmail } from '@flowprint/contract'

/** Field rules: return the error text, or null. The page passes the texts. */
export type Rule<Values> = (value: string, values: Values) => string | null

export const required =
  (message: string): Rule<unknown> =>
  (value) =>
    value.trim() === '' ? message : null

/** Accepts an empty value; `required` is a separate rule. */
export const isEmail =
  (message: string): Rule<unknown> =>
  (value) =>
    value.trim() === '' || isAddress(normalizeEmail(value)) ? null : message

/** Counts characters as users do: an emoji or a rare character is one. */
export const atMost =
  (length: number, message: string): Rule<unknown> =>
  (value) =>
    [...value].length <= length ? null : message

export const sameAs =
  <Name extends string>(name: Name, message: string): Rule<Record<Name, string>> =>
  (value, values) =>
    value === '' || value === values[name] ? null : message
