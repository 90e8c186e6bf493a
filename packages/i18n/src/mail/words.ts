import type { MailWords } from './layout.ts'
import type { MailParams, MailTemplate } from './params.ts'

/** Texts of every mail in one language; `site` is the product's name. */
export type MailWordsOf = {
  readonly [Template in MailTemplate]: (params: MailParams[Template], site: string) => MailWords
}
