import type { Language } from '../shape.ts'
import { en } from './en.ts'
import { layOut } from './layout.ts'
import type { MailWordsOf } from './layout.ts'
import type { MailParams, MailTemplate, MailText } from './params.ts'
import { zh } from './zh.ts'

export { sayAlert, sayTest } from './alert-words.ts'
export type { AlertFactWords } from './alert-words.ts'
export type { MailParams, MailTemplate, MailText } from './params.ts'

const WORDS: Readonly<Record<Language, MailWordsOf>> = { zh, en }

/** Names of all mail templates. */
export const MAIL_TEMPLATES = Object.keys(zh) as MailTemplate[]

/** Renders a mail as text and HTML; `site` is the product's name. */
export function renderMail<Template extends MailTemplate>(
  template: Template,
  language: Language,
  params: MailParams[Template],
  site: string,
): MailText {
  return layOut(WORDS[language][template](params, site), site, language)
}
