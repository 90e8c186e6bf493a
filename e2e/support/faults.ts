import type { BrowserContext } from '@playwright/test'

/** What went wrong in the pages of a test without anybody asking: errors of the console, of scripts, of the policy. */
export class Faults {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.#found.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      }
    })
    context.on('weberror', (event) => this.#found.push(`uncaught: ${event.error().stack ?? event.error().message}`))
  }

  /** This test makes the fault itself. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  list(): readonly string[] {
    return this.#found.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)))
  }
}
