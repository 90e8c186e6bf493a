import type { Page } from '@playwright/test'

/** Every text of the page that somebody may read or hear: what is written, named, described or told on hover. */
export async function pageTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: element } = node
      // What says of itself that it is of another language is a quotation: a mail that was sent.
      const isQuoted = element?.closest('[lang]')?.getAttribute('lang') !== document.documentElement.lang
      if (!isQuoted && element?.closest('script, style, noscript') === null) found.add(node.textContent?.trim() ?? '')
    }
    for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder', 'data-tip']) {
      for (const element of document.querySelectorAll(`[${name}]`)) found.add(element.getAttribute(name)?.trim() ?? '')
    }
    found.add(document.title)
    found.delete('')
    return [...found]
  })
}

/** Names, symbols, units and the few terms that traders write in Latin letters in Chinese texts too. */
const LATIN = new RegExp(
  [
    'Flowprint',
    'TradingView',
    'Lightweight Charts',
    '(DEMO|E2E)(:[A-Z]+)?',
    '(BTC|ETH|SOL)(/?(USD|BTC))?',
    'USD',
    'UTC',
    'POC',
    'CVD',
    'Delta',
    'ATR',
    'English',
    String.raw`\d+(ms|s|m|h|d|w)\b`,
    'ms',
    'K',
    'M',
    'B',
    'PgUp',
    'PgDn',
    'Enter',
    'Esc',
    'End',
    'I',
    'T',
    'F',
    'W',
    'Alt',
    'Delete',
    'x',
    'k',
    'm',
    'CSV',
    'JSON',
    'USDT',
    'TRC20',
    'ID',
    'PNG',
    'SVG',
    'Chrome',
    'Linux',
    'Google Authenticator',
    '1Password',
    'Ada',
    'Augusta',
    'Byron',
    'Joan',
    'King',
    'VWAP',
    'Ctrl',
    'Shift',
    'Webhook',
    'Web Push',
    'Binance',
    'Bybit',
    'OKX',
    'Coinbase',
    'Kraken',
    'Hyperliquid',
  ]
    .map((word) => `(?<![A-Za-z])${word}(?![A-Za-z])`)
    .join('|'),
  'g',
)

/** What remains of a Chinese text when everything that may be Latin is taken out; '' = it is Chinese. */
export function latinRest(text: string): string {
  return (text.replace(LATIN, '').match(/[A-Za-z]+/g) ?? []).join(' ')
}

/** A key of the catalogues that stands where its sentence should. */
export const isKey = (text: string) => /^[a-z]+(\.[a-z]\w*)+$/i.test(text)

export const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
