import { MINUTE_MS } from '@flowprint/orderflow'
import { fetchCoverage, fetchData, fetchFootprint, fetchMenus } from '../support/api.ts'
import { createTape, runImport, TICK, writeCanonical } from '../support/archive.ts'
import { expectHistory } from '../support/history.ts'
import { DATA_DIR } from '../support/environment.ts'
import { getBarsBox, readReadout } from '../support/readout.ts'
import { expect, test } from '../support/test.ts'

const SYMBOL = 'E2E:BTCUSD'
const FROM = Date.UTC(2026, 4, 13, 14)
const GAP = { from: FROM + 20 * MINUTE_MS + 10_000, to: FROM + 22 * MINUTE_MS + 30_000 }

test(
  'shows files imported while the server runs on the open page, with gaps marked and without duplicates',
  { tag: '@long' },
  async ({ page, order, request }) => {
    test.setTimeout(90_000)
    const tape = createTape(FROM, 90)
    const early = writeCanonical(
      'early.csv',
      tape,
      (ts) => ts < FROM + 60 * MINUTE_MS && (ts < GAP.from || ts >= GAP.to),
    )
    const late = writeCanonical('late.csv', tape, (ts) => ts >= FROM + 60 * MINUTE_MS)
    const rowsOf = (from: number, to: number) => tape.ts.filter((ts) => ts >= from && ts < to).length
    const lost = rowsOf(GAP.from, GAP.to)
    const earlyRows = rowsOf(FROM, FROM + 60 * MINUTE_MS) - lost
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })

    const first = await runImport(DATA_DIR, [early, '--symbol', SYMBOL, '--ids', 'contiguous'])
    expect(first.stderr).toContain(`canonical with header, times in microseconds, ${earlyRows} rows`)
    expect(first.stderr).toContain(`${SYMBOL} is new: tick ${TICK}`)
    expect(first).toMatchObject({
      code: 0,
      summary: { files: 1, rows: earlyRows, imported: earlyRows, duplicates: 0, gaps: 1 },
    })
    const again = await runImport(DATA_DIR, [early, '--symbol', SYMBOL, '--ids', 'contiguous'])
    expect(again).toMatchObject({ code: 0, summary: { imported: 0, duplicates: earlyRows, gaps: 1 } })

    // The page was open during the import: the picker reloads its list.
    await order.symbolButton.click()
    await order.picker.getByRole('combobox').fill('E2E')
    const option = order.picker.getByRole('option', { name: /E2E:BTCUSD/ })
    await expect(option).toContainText('History')
    await option.click()
    await order.switchButton.click()
    await expect(order.chart).toHaveAccessibleName(new RegExp(SYMBOL))
    await order.waitUntilReady()
    await expect(order.status).toContainText('History')
    await expect(order.status).toContainText('59 bars loaded')

    const { gaps } = await fetchCoverage(request, SYMBOL)
    expect(gaps).toEqual([expect.objectContaining({ missing: lost, state: 'lost' })])
    const precision = (await fetchMenus(request)).recommend[SYMBOL]['1m']
    const query = { symbol: SYMBOL, cycle: '1m', precision }
    const { bars, watermark } = await fetchFootprint(request, query)
    expect(watermark, 'no feed is live').toBeNull()
    expect(bars, 'a minute entirely inside the gap has no bar').toHaveLength(59)
    const incomplete = bars.filter(({ state }) => state === 'incomplete').map(({ t }) => (t - FROM) / MINUTE_MS)
    expect(incomplete).toEqual(expect.arrayContaining([20, 22]))
    expect(
      incomplete.filter((minute) => minute > 0 && minute < 59),
      'whole minutes stay complete',
    ).toEqual(expect.arrayContaining([20, 22]))

    // The tooltip of an incomplete bar says what is missing.
    await page.locator('[data-chart] [tabindex="0"]').first().focus()
    await expect
      .poll(
        async () => {
          await page.keyboard.press('-')
          return (await order.getView()).from
        },
        { message: 'all bars on the screen', intervals: [50] },
      )
      .toBe(0)
    const { left, right, top } = await getBarsBox(page)
    const tooltip = page.getByRole('tooltip').filter({ hasText: 'This bar is incomplete' })
    const tooltips: string[] = []
    for (let x = left + 4; x < right && !tooltips.some((text) => text.includes(lost.toLocaleString('en'))); x += 10) {
      await page.mouse.move(x, top + 200)
      await readReadout(page)
      // The gaps are loaded when the first tooltip of an incomplete bar opens.
      if (await tooltip.count()) await expect(tooltip).toContainText(/trades are missing|data starts or ends/)
      tooltips.push(...(await tooltip.allTextContents()))
    }
    expect(tooltips.join('\n')).toContain(`${lost.toLocaleString('en')} trades are missing`)

    // Importing a second file updates the open chart through a revision.
    const lateRows = rowsOf(FROM + 60 * MINUTE_MS, FROM + 90 * MINUTE_MS)
    const second = await runImport(DATA_DIR, [late, '--symbol', SYMBOL, '--ids', 'contiguous'])
    expect(second).toMatchObject({ code: 0, summary: { imported: lateRows, duplicates: 0 } })
    await expect(order.status).toContainText('89 bars loaded')
    await page.keyboard.press('End')
    await expect
      .poll(
        async () => {
          await page.keyboard.press('+')
          const { detail, to } = await order.getView()
          return detail === 'numbers' && to === 88
        },
        { message: 'the newest bars, readable', intervals: [50] },
      )
      .toBe(true)
    expect(await expectHistory(order, request, query, { from: FROM + 84 * MINUTE_MS, to: FROM + 90 * MINUTE_MS })).toBe(
      6,
    )
  },
)

test(
  'rejects a whole file with one invalid line and reports its name and line number',
  { tag: '@long' },
  async ({ request }) => {
    const tape = createTape(FROM, 2)
    const file = writeCanonical('bad.csv', tape)
    const { readFileSync, writeFileSync } = await import('node:fs')
    const lines = readFileSync(file, 'utf8').split('\n')
    lines[41] = lines[41].replace(/,(buy|sell)$/, ',maybe')
    writeFileSync(file, lines.join('\n'))
    const run = await runImport(DATA_DIR, [file, '--symbol', 'E2E:BAD'])
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('bad.csv, line 42')
    expect((await fetchMenus(request)).symbol.map(({ value }) => value)).not.toContain('E2E:BAD')

    // The tape of an existing symbol does not change either.
    const existing = 'E2E:EXISTING'
    expect((await runImport(DATA_DIR, [writeCanonical('good.csv', tape), '--symbol', existing])).code).toBe(0)
    const before = await fetchData<{ last_seq: number }>(request, '/coverage', { symbol: existing })
    expect((await runImport(DATA_DIR, [file, '--symbol', existing])).code).toBe(1)
    expect(await fetchData(request, '/coverage', { symbol: existing })).toMatchObject({ last_seq: before.last_seq })
  },
)
