import { isEmail as isAddress, normalizeEmail } from '@flowprint/contract'

/** Rules of a field: the sentence of what is wrong, or null. The catalogue's words come in from the page. */
export type Rule<Values> = (value: string, values: Values) => string | null

export const required =
  (message: string): Rule<unknown> =>
  (value) =>
    value.trim() === '' ? message : null

/** Passes an empty value: whether it must be there is another rule. */
export const isEmail =
  (message: string): Rule<unknown> =>
  (value) =>
    value.trim() === '' || isAddress(normalizeEmail(value)) ? null : message

/** Counted as people count: an emoji or a rare character is one. */
export const atMost =
  (length: number, message: string): Rule<unknown> =>
  (value) =>
    [...value].length <= length ? null : message

export const sameAs =
  <Name extends string>(name: Name, message: string): Rule<Record<Name, string>> =>
  (value, values) =>
    value === '' || value === values[name] ? null : message
