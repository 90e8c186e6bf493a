import { api as en } from './en/api.ts'
import type { Language, Shape } from './shape.ts'
import { api as zh } from './zh/api.ts'

export type ApiMessages = Shape<typeof zh>
export type ApiMessageKey = keyof ApiMessages

/** API messages in every language; only the server loads all of them. */
export const apiMessages: Readonly<Record<Language, ApiMessages>> = { zh, en }
