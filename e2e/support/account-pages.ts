import { expect, type Locator, type Page } from '@playwright/test'
import { WORDS, type AccountWords } from './account-words.ts'

/** Page object of the account pages, by their texts in one language. */
export class AccountPages {
  readonly page: Page
  readonly words: AccountWords
  /** On a phone the header links are in a menu. */
  readonly #isPhone: boolean

  constructor(page: Page, language: 'zh' | 'en', isPhone = false) {
    this.page = page
    this.words = WORDS[language]
    this.#isPhone = isPhone
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true })
  }

  /** Submit button of the page's form. */
  submit(name: string): Locator {
    return this.page.locator('form').getByRole('button', { name, exact: true })
  }

  async write(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
  }

  /** Expects a toast that contains this text. */
  async expectToast(text: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
  }

  /** Follows a header link, logged out. */
  async openFromHeader(link: string): Promise<void> {
    await this.#header(link, 'link')
  }

  /** Follows an entry of the settings menu. */
  async open(entry: string): Promise<void> {
    // For administrators the label ends with the number of pending orders.
    if (!this.#isPhone) await this.page.getByRole('button', { name: new RegExp(`^${this.words.settings}`) }).click()
    else await this.page.getByRole('button', { name: this.words.menu, exact: true }).tap()
    await this.page.getByRole('menuitem', { name: new RegExp(`^${entry}( |$)`) }).click()
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.write({ [this.words.email]: email, [this.words.password]: password })
    await this.submit(this.words.loginSubmit).click()
  }

  async logOut(): Promise<void> {
    await this.#header(this.words.logout, 'button')
    await this.page.getByRole('dialog').getByRole('button', { name: this.words.logoutConfirm, exact: true }).click()
    await expect(this.page).toHaveURL(/\/login$/)
  }

  async #header(name: string, role: 'link' | 'button'): Promise<void> {
    if (!this.#isPhone) return this.page.locator('[data-header]').getByRole(role, { name, exact: true }).click()
    await this.page.getByRole('button', { name: this.words.menu, exact: true }).tap()
    await this.page.getByRole('menuitem', { name, exact: true }).tap()
  }

  storedToken(): Promise<string | null> {
    return this.page.evaluate(() => localStorage.getItem('Authorization'))
  }
}
