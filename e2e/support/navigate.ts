import { expect, type Page } from '@playwright/test'

/** Navigates without reloading the document, as a link does; resolves when the former page is removed. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('#main')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('#main[data-left]'), path).toHaveCount(0)
}
