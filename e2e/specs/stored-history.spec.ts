import { expect, test } from '../support/test.ts'

test(
  'the browser stores a closed range, and is told how recent its copy is',
  { tag: '@long' },
  async ({ page, order }) => {
    await order.open({ symbol: 'DEMO:BTCUSD', cycle: '1m' })
    /** One page of history, as the chart's worker requests it. */
    const load = () =>
      page.evaluate(async () => {
        const to = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000
        const query = new URLSearchParams({
          symbol: 'DEMO:BTCUSD',
          cycle: '1m',
          precision: '1',
          from: String(to - 3_600_000),
          to: String(to),
        })
        const address = `/api/footprint?${query}`
        const response = await fetch(address, {
          headers: {
            accept: 'application/vnd.flowprint.footprint',
            authorization: localStorage.getItem('Authorization') ?? '',
          },
        })
        const bytes = (await response.arrayBuffer()).byteLength
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const { transferSize } = entries.findLast(({ name }) => name.endsWith(address)) as PerformanceResourceTiming
        const lastSeq = Number(response.headers.get('last-seq'))
        return { status: response.status, etag: response.headers.get('etag'), lastSeq, bytes, transferSize }
      })
    const first = await load()
    expect(first).toMatchObject({ status: 200, etag: expect.stringMatching(/^W\//) })
    expect(first.transferSize).toBeGreaterThan(first.bytes)
    // The market continues; the range does not change. A confirmed copy has the headers of its confirmation.
    await expect
      .poll(async () => (await load()).lastSeq, { message: 'the sequence of the stored copy' })
      .toBeGreaterThan(first.lastSeq)
    const later = await load()
    expect(later).toMatchObject({ status: 200, etag: first.etag, bytes: first.bytes })
    expect(later.transferSize).toBeLessThan(first.bytes)
  },
)
