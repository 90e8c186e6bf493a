import type { Page } from '@playwright/test'

/** Every text of the page that can be read or announced: text nodes, labels, descriptions, tooltips and the title. */
export async function getPageTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: element } = node
      // Elements with another lang attribute are quotations, such as sent mails.
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

/** Names, symbols, units and terms that stay in Latin letters in Chinese texts. */
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
    'VAH',
    'VAL',
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

/** Latin words of a Chinese text that are not allowed; '' if there are none. */
export function findLatinWords(text: string): string {
  return (text.replace(LATIN, '').match(/[A-Za-z]+/g) ?? []).join(' ')
}

/** True for an i18n key shown instead of its text. */
export const isKey = (text: string) => /^[a-z]+(\.[a-z]\w*)+$/i.test(text)

export const hasHan = (text: string) => /\p{Script=Han}/u.test(text)
