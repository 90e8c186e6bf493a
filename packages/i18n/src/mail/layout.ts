import type { MailAddress, MailParams, MailTemplate, MailText } from './params.ts'

/** Texts of a mail before layout. */
export interface MailWords {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Button under the paragraphs; its URL is also shown as text. */
  readonly action?: { readonly label: string; readonly link: string }
  /** Small print at the end. */
  readonly notes: readonly string[]
  readonly replyTo?: MailAddress
}

const BLUE = '#0052D9'

/** Renders a mail as text and HTML. The HTML loads no resources and has no tracking; every value is escaped. */
export function layOut(words: MailWords, productName: string, lang: string): MailText {
  const { subject, greeting, paragraphs, action, notes, replyTo } = words
  const text = [
    greeting,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.link}`]),
    ...notes,
    `-- \n${productName}`,
  ]
  const html = [
    `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f3f3f3;font-family:-apple-system,Segoe UI,PingFang SC,Microsoft YaHei,sans-serif;color:#181818">',
    '<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:6px;font-size:15px;line-height:1.6">',
    `<p>${escapeHtml(greeting)}</p>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
    ...(action === undefined ? [] : [button(action.label, action.link)]),
    ...notes.map((note) => `<p style="font-size:13px;color:#5e5e5e">${escapeHtml(note)}</p>`),
    `<p style="margin-bottom:0;font-size:13px;color:#5e5e5e">${escapeHtml(productName)}</p>`,
    '</div></body></html>',
  ]
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: html.join('\n'),
    ...(replyTo === undefined ? {} : { replyTo }),
  }
}

function button(label: string, link: string): string {
  const address = escapeHtml(link)
  return (
    `<p><a href="${address}" style="display:inline-block;padding:10px 20px;background:${BLUE};color:#ffffff;text-decoration:none;border-radius:3px">` +
    `${escapeHtml(label)}</a></p>\n<p style="font-size:13px;word-break:break-all"><a href="${address}" style="color:${BLUE}">${address}</a></p>`
  )
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Texts of every mail in one language; `site` is the product's name. */
export type MailWordsOf = {
  readonly [Template in MailTemplate]: (params: MailParams[Template], site: string) => MailWords
}
