/** The subset of RFC 5322, 2045 and 2047 that our mails use. */
export interface ReadMessage {
  /** By lower-case name, unfolded, encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
}

export function readMessage(raw: string): ReadMessage {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'])?.[1]
  if (boundary === undefined) throw new Error('the message is not multipart')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const of = (type: string): string => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type))
    return part === undefined ? '' : decodeBody(part.body, part.headers['content-transfer-encoding'] ?? '7bit')
  }
  return { headers, text: of('text/plain'), html: of('text/html') }
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
  return { headers, body: raw.slice(end + 4) }
}

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString('utf8') : fromQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuoted(body.replace(/=\r\n/g, '')) : body
}

function fromQuoted(text: string): string {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}
