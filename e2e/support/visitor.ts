import type { BrowserContext } from '@playwright/test'

/** Who opens the page: what their browser already keeps from earlier visits; null = nothing. */
export interface Visitor {
  readonly language: 'zh' | 'en' | null
  readonly theme: 'light' | 'dark' | null
  readonly tourSeen: boolean
  /** Signed in as the member of development, as somebody new with an account of their own, or not at all. */
  readonly account: 'member' | 'own' | null
}

export const REGULAR: Visitor = { language: 'en', theme: 'dark', tourSeen: true, account: 'member' }
/** With an account of their own: the tour appears once per account. */
export const NEWCOMER: Visitor = { language: null, theme: null, tourSeen: false, account: 'own' }
/** Somebody who is not logged in. */
export const STRANGER: Visitor = { ...REGULAR, account: null }

interface Watched {
  drawnTexts: Set<string>
  shifts: { readonly value: number; readonly sources: readonly string[] }[]
}

/** Runs in the page before its own code: what the visitor brings, and recorders of what tests ask for later. */
function arrive({ language, theme, tourSeen, token }: Visitor & { readonly token: string | null }): void {
  const bring = (key: string, value: string | null) => {
    if (value !== null && localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }
  if (location.protocol.startsWith('http')) {
    bring('language', language)
    bring('flowprint:theme', theme)
    bring('flowprint:tour', tourSeen ? 'seen' : null)
    // Once: whoever logs out stays so.
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

export async function prepare(context: BrowserContext, visitor: Visitor, token: string | null): Promise<void> {
  await context.addInitScript(arrive, { ...visitor, token })
}
