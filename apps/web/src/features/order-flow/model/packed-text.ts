/* Texts of links: deflated, in base64url. */

/** Packs a text for a link. */
export async function packText(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity)
  return toBase64Url(packed)
}

/** Unpacks a text of a link. Throws if it is damaged or larger than `maxBytes`: a short text can expand to any size. */
export async function unpackText(packed: string, maxBytes: number): Promise<string> {
  const bytes = await through(fromBase64Url(packed), new DecompressionStream('deflate-raw'), maxBytes)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  change: CompressionStream | DecompressionStream,
  maxBytes: number,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(change).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    length += value.length
    if (length > maxBytes) {
      void reader.cancel()
      throw new Error('the text of a link is too long')
    }
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
