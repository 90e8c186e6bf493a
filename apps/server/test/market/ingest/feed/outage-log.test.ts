import { expect, test } from 'vitest'
import { OutageLog } from '../../../../src/market/ingest/feed/outage-log.ts'
import { createLog } from '../../../../src/platform/log/index.ts'

interface Line {
  readonly msg: string
  readonly venue?: string
  readonly venues?: readonly string[]
}

function outages(hasDemo: boolean): { outages: OutageLog; lines: Line[] } {
  const lines: Line[] = []
  const log = createLog('info', { stream: { write: (line) => void lines.push(JSON.parse(line) as Line) } })
  return { lines, outages: new OutageLog({ log, hasDemo, venues: () => ['BINANCE', 'OKX', 'KRAKEN'], maxWaitMs: 50 }) }
}

test.each([
  [true, 'No network: live markets wait; the simulated ones run'],
  [false, 'No network: live markets wait'],
])('reports a missing network in one line (simulated markets: %s)', (hasDemo, line) => {
  const { outages: log, lines } = outages(hasDemo)
  for (const venue of ['OKX', 'BINANCE', 'KRAKEN']) log.failed(venue, 'getaddrinfo ENOTFOUND')
  expect(lines.map(({ msg }) => msg)).toEqual([line])
})

test('reports one exchange by name, and several in one line', () => {
  const { outages: log, lines } = outages(true)
  log.answered('OKX')
  log.answered('KRAKEN')
  log.failed('BINANCE', '451')
  expect(lines).toMatchObject([
    { msg: 'an exchange cannot be reached; its markets wait and it is tried again', venue: 'BINANCE' },
  ])
  log.answered('BINANCE')
  const second = outages(true)
  second.outages.failed('OKX', '502')
  second.outages.failed('KRAKEN', '502')
  second.outages.answered('BINANCE')
  expect(second.lines).toMatchObject([
    { msg: 'exchanges cannot be reached; their markets wait and they are tried again', venues: ['OKX', 'KRAKEN'] },
  ])
})

test('does not wait indefinitely for an exchange that neither answers nor fails', async () => {
  const { outages: log, lines } = outages(true)
  log.failed('OKX', 'refused')
  expect(lines).toEqual([])
  await expect.poll(() => lines.length).toBe(1)
  log.close()
})
