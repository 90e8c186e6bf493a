const ELLIPSIS = '…'

/** Truncates an address or ID in the middle; short values stay whole. */
export function shortenMiddle(text: string, head = 6, tail = 6): string {
  return text.length <= head + tail + 3 ? text : `${text.slice(0, head)}${ELLIPSIS}${text.slice(-tail)}`
}
