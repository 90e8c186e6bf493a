import type { MailAddress, MailText } from './params.ts'

/** A mail as its words; the layout makes the two forms of it. */
export interface MailWords {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** What to click, under the paragraphs; the address stands beside it as text too. */
  readonly action?: { readonly label: string; readonly link: string }
  /** Smaller, at the end. */
  readonly notes: readonly string[]
  readonly replyTo?: MailAddress
}

const BLUE = '#0052D9'

/** The plain and the HTML form of a mail. The HTML loads nothing and follows nobody; every word in it is escaped. */
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
    `<!doctype html><html lang="${escape(lang)}"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f3f3f3;font-family:-apple-system,Segoe UI,PingFang SC,Microsoft YaHei,sans-serif;color:#181818">',
    '<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:6px;font-size:15px;line-height:1.6">',
    `<p>${escape(greeting)}</p>`,
    ...paragraphs.map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`),
    ...(action === undefined ? [] : [button(action.label, action.link)]),
    ...notes.map((note) => `<p style="font-size:13px;color:#5e5e5e">${escape(note)}</p>`),
    `<p style="margin-bottom:0;font-size:13px;color:#5e5e5e">${escape(productName)}</p>`,
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
  const address = escape(link)
  return (
    `<p><a href="${address}" style="display:inline-block;padding:10px 20px;background:${BLUE};color:#ffffff;text-decoration:none;border-radius:3px">` +
    `${escape(label)}</a></p>\n<p style="font-size:13px;word-break:break-all"><a href="${address}" style="color:${BLUE}">${address}</a></p>`
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
