import { HOUR_MS, MINUTE_MS, type DepthFrame } from '@flowprint/orderflow'
import { createSimulatedBook, DEMO_SEED } from '@flowprint/venues'
import type { SimulatedMarket } from '@flowprint/venues'
import type { DepthStore, Instrument, TapeStore } from '../../../apps/server/src/market/store/index.ts'

/** The instrument of a simulated market under another symbol. */
export const ensureSimulated = (store: TapeStore, symbol: string, market: SimulatedMarket): Promise<Instrument> =>
  store.ensureInstrument({
    symbol,
    exchange: 'BENCH',
    kind: 'spot',
    label: 'BTC/USD',
    tickSize: market.tickSize,
    lotSize: market.lotSize,
    side: 'given',
    qtyUnit: 'base',
    ids: 'contiguous',
    live: true,
    simulated: true,
  })

/** Records whole minutes of a simulated book in one run that stays open. */
export async function storeSimulatedBook(
  depth: DepthStore,
  instrument: Instrument,
  { market, fromMs, toMs }: { readonly market: SimulatedMarket; readonly fromMs: number; readonly toMs: number },
): Promise<{ readonly levels: number }> {
  const book = createSimulatedBook({ seed: DEMO_SEED, market })
  const frame = (
    kind: DepthFrame['kind'],
    until: number,
    { snapshot = null, changes = null }: Partial<Pick<DepthFrame, 'snapshot' | 'changes'>>,
  ): Omit<DepthFrame, 'seq' | 'symbol'> => {
    const window = book.windowAt(until)
    return { kind, proof: 'proven', qtyUnit: market.lotSize, until, window, snapshot, changes, reason: '' }
  }
  const lease = await depth.acquireLease(instrument, { mode: 'levels' })
  let levels = 0
  await depth.append(lease, frame('start', fromMs, { snapshot: book.snapshotAt(fromMs) }))
  for (let at = fromMs; at < toMs; at += MINUTE_MS) {
    const until = at + MINUTE_MS
    const changes = book.changes(at, until)
    levels += changes.ticks.length
    await depth.append(lease, frame('changes', until, { changes }))
    await depth.append(lease, frame('keyframe', until, { snapshot: book.snapshotAt(until) }))
    if (until % HOUR_MS === 0 || until === toMs) await depth.closeMinutes(lease, until)
  }
  await lease.release()
  return { levels }
}
