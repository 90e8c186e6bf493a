import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from '@playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Serious and critical axe findings with their elements, once finite animations have ended.
 * `rules` restricts the check to these rules.
 */
export async function getSeriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found = await runAxe(page, rules)
  // The page may have changed during the check, and an element that fades in has little contrast.
  return found.length === 0 ? [] : runAxe(page, rules)
}

async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  // No rule needs stylesheets or media, which preloading would fetch again.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const { violations } = await page.evaluate(
    (asked) =>
      (globalThis as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } }).axe.run(
        document,
        asked,
      ),
    options,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
    )
}

/** Findings in both themes; the second is checked for colours only, since nothing else differs. */
export async function getFindingsInBothThemes(page: Page): Promise<string[]> {
  const found = await getSeriousFindings(page)
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
  })
  return [...found, ...(await getSeriousFindings(page, ['color-contrast', 'link-in-text-block']))]
}
