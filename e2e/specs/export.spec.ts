import { readFileSync } from 'node:fs'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { Page } from '@playwright/test'
import { fetchData, fetchFootprint } from '../support/api.ts'
import { createTape, runImport, writeCanonical } from '../support/archive.ts'
import { DATA_DIR } from '../support/environment.ts'
import { expect, test } from '../support/test.ts'

const SYMBOL = 'E2E:SOLUSD'
const COPY = 'E2E:SOLBTC'
const FROM = Date.UTC(2026, 0, 14, 9)

async function download(page: Page, item: string): Promise<{ name: string; path: string; text: string }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const file = await downloading
  const path = await file.path()
  return { name: file.suggestedFilename(), path, text: readFileSync(path, 'utf8') }
}

test('downloads the visible range as bars and as trades, and the trades can be imported again', async ({
  page,
  order,
  request,
}) => {
  const tape = createTape(FROM, 12)
  const run = await runImport(DATA_DIR, [writeCanonical('export.csv', tape), '--symbol', SYMBOL])
  expect(run.code, run.stderr).toBe(0)
  await order.open({ symbol: SYMBOL, cycle: '1m', precision: '10' })
  await expect.poll(async () => (await order.getView()).count).toBeGreaterThan(3)
  const { from, to } = await order.getView()

  const bars = await download(page, 'Bars (CSV)')
  expect(bars.name).toMatch(/^E2E-SOLUSD-1m-10-bars-20260114T09\d\d00Z-20260114T0912\d\dZ\.csv$/)
  const shown = await fetchFootprint(request, {
    symbol: SYMBOL,
    cycle: '1m',
    precision: '10',
    from: String(FROM),
    to: String(FROM + 12 * MINUTE_MS),
  })
  const rows = bars.text.trimEnd().split('\n')
  expect(rows[0]).toBe('t,open,high,low,close,volume,bid,ask,delta,min_delta,max_delta,trades,poc,vah,val,state')
  expect(rows.slice(1).map((row) => row.split(',').slice(0, 6).join(' '))).toEqual(
    shown.bars
      .slice(from, to + 1)
      .map(({ t, open, high, low, close, volume }) => [t, open, high, low, close, volume].join(' ')),
  )

  const trades = await download(page, 'Trades (CSV)')
  expect(trades.name).toMatch(/-trades-.*\.csv$/)
  const start = shown.bars[from].t
  expect(trades.text.trimEnd().split('\n').length - 1).toBe(tape.ts.filter((ts) => ts >= start).length)
  const again = await runImport(DATA_DIR, [trades.path, '--symbol', COPY, '--format', 'canonical'])
  expect(again.code, again.stderr).toBe(0)
  const window = { cycle: '1m', precision: '10', from: String(start), to: String(FROM + 12 * MINUTE_MS) }
  const [source, copy] = await Promise.all(
    [SYMBOL, COPY].map((symbol) => fetchFootprint(request, { ...window, symbol })),
  )
  const numbers = ({ bars: all }: typeof source) => all.map(({ state: _state, revision: _revision, ...bar }) => bar)
  expect(numbers(copy)).toEqual(numbers(source))
})

test('a failed download shows the reason', { tag: '@long' }, async ({ page, order, faults }) => {
  faults.allow(/status of 503/)
  await order.open({ symbol: 'DEMO:BTCUSD', cycle: '5m' })
  await page.route('**/api/export?*', (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'Under maintenance', data: null } }),
  )
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bars (CSV)' }).click()
  await expect(page.getByText('Download failed: Under maintenance')).toBeVisible()
})

test('the API exports to any authenticated client', async ({ request }) => {
  const { from, to } = await fetchData<{ from: number; to: number }>(request, '/coverage', { symbol: 'DEMO:ETHUSD' })
  const response = await request.get('/api/export', {
    params: { symbol: 'DEMO:ETHUSD', from: to - 10 * MINUTE_MS, to, what: 'trades' },
  })
  expect(response.headers()['content-disposition']).toMatch(/^attachment; filename="DEMO-ETHUSD-trades-.*\.csv"$/)
  expect((await response.text()).split('\n').length).toBeGreaterThan(50)
  expect(from).toBeLessThan(to)
})
