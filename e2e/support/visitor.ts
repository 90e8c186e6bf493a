import type { BrowserContext } from '@playwright/test'

/** State of a visitor's browser from earlier visits; null: not stored. */
export interface Visitor {
  readonly language: 'zh' | 'en' | null
  readonly theme: 'light' | 'dark' | null
  readonly tourSeen: boolean
  /** Logged in as the development member, with a new account ('new'), or logged out (null). */
  readonly account: 'member' | 'new' | null
  /** Market of the last visit: the first chart of a workspace shows it. */
  readonly symbol?: string
}

export const REGULAR: Visitor = { language: 'en', theme: 'dark', tourSeen: true, account: 'member' }
/** Has a new account, because the tour appears once per account. */
export const NEWCOMER: Visitor = { language: null, theme: null, tourSeen: false, account: 'new' }
/** Logged out. */
export const LOGGED_OUT: Visitor = { ...REGULAR, account: null }

interface Watched {
  drawnTexts: Set<string>
  shifts: { readonly value: number; readonly sources: readonly string[] }[]
}

/** Init script: stores the visitor's state and records canvas texts and layout shifts. */
function initVisitor({ language, theme, tourSeen, symbol, token }: Visitor & { readonly token: string | null }): void {
  const store = (key: string, value: string | null) => {
    if (value !== null && localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }
  if (location.protocol.startsWith('http')) {
    store('language', language)
    store('flowprint:theme', theme)
    store('flowprint:tour', tourSeen ? 'seen' : null)
    store('flowprint:selection', symbol ? JSON.stringify({ symbol, cycle: '1m' }) : null)
    // Only once, so that a logout lasts.
    if (token !== null && localStorage.getItem('test:arrived') === null) {
      localStorage.setItem('Authorization', token)
      localStorage.setItem('test:arrived', token)
    }
  }
  const watched: Watched = { drawnTexts: new Set(), shifts: [] }
  Object.assign(globalThis, { watched })

  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    watched.drawnTexts.add(String(text))
    return Reflect.apply(fillText, this, [text, ...place]) as undefined
  }
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    console.error(`security policy violated: ${violatedDirective} ${blockedURI} ${sample}`)
  })
  interface Shift extends PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { readonly node: Node | null }[]
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const names = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent),
      )
      if (!hadRecentInput) watched.shifts.push({ value, sources: names })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

export async function prepareContext(context: BrowserContext, visitor: Visitor, token: string | null): Promise<void> {
  await context.addInitScript(initVisitor, { ...visitor, token })
}
