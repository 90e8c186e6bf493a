import { expect, type Page } from '@playwright/test'

/** To another page without loading the document anew, as a click on a link leads there; fulfilled when the former one is gone. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('#main')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('#main[data-left]'), path).toHaveCount(0)
}
