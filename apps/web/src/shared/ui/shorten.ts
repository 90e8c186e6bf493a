const ELLIPSIS = '…'

/** The two ends of an address or ID, by which people tell it from others; what is short already stays whole. */
export function shortenMiddle(text: string, head = 6, tail = 6): string {
  return text.length <= head + tail + 3 ? text : `${text.slice(0, head)}${ELLIPSIS}${text.slice(-tail)}`
}
