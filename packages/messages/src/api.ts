import { api as en } from './en/api.ts'
import type { Language, Shape } from './shape.ts'
import { api as zh } from './zh/api.ts'

export type ApiMessages = Shape<typeof zh>
export type ApiMessageKey = keyof ApiMessages

/** The sentences of the API in every language; only the server needs all of them at once. */
export const apiMessages: Readonly<Record<Language, ApiMessages>> = { zh, en }
