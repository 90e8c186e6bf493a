import type { BrowserContext } from '@playwright/test'

/** Collects unexpected errors of a test's pages: console errors and warnings, uncaught exceptions, CSP violations. */
export class Faults {
  readonly #found: string[] = []
  /** The configuration blocks service workers where a journey is not about them. */
  readonly #allowed: RegExp[] = [/Service Worker registration blocked by Playwright/]

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.#found.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      }
    })
    context.on('weberror', (event) => this.#found.push(`uncaught: ${event.error().stack ?? event.error().message}`))
  }

  /** Ignores faults that the test provokes. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  list(): readonly string[] {
    return this.#found.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)))
  }
}
