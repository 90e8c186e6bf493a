import { compareCutoffs, type InstrumentUnits, type PracticeAction, type PracticeJournal } from '@flowprint/orderflow'
import type { PracticeOrder, Ticks } from '@flowprint/orderflow'
import i18next from 'i18next'
import { create } from 'zustand'
import { showToast } from '../../../../shared/ui/toasts.ts'
import type { ChartController } from '../../chart/chart-controller.ts'
import { useReplay } from '../../model/replay-store.ts'
import { type LoadBook, storedBooks } from './practice-book.ts'
import { type PracticeCosts, PracticeRun, type PracticeView } from './practice-run.ts'

export type PracticeChart = Pick<ChartController, 'symbol' | 'request' | 'on'> & {
  readonly chart: Pick<ChartController['chart'], 'bars'>
}

/** A session whose replay has ended. */
export interface FinishedPractice {
  readonly view: PracticeView
  readonly journal: PracticeJournal
}

/** The practice sessions of the page: at most one per market, whichever charts show it. */
interface PracticeStore {
  readonly views: Readonly<Record<string, PracticeView>>
  /** Of sessions to come. */
  readonly costs: PracticeCosts
  /** With actions, oldest first; their results were not closed yet. */
  readonly finished: readonly FinishedPractice[]
  /** Markets of the connected charts: their sessions can start. */
  readonly connected: ReadonlySet<string>
}

/** 0.02 % and 0.05 %: usual fees of perpetuals. */
const DEFAULT_COSTS: PracticeCosts = { makerPpm: 200, takerPpm: 500, slippageTicks: 1 }

export const usePractice = create<PracticeStore>()(() => ({
  views: {},
  costs: DEFAULT_COSTS,
  finished: [],
  connected: new Set(),
}))

export interface PracticeMarket {
  readonly symbol: string
  readonly units: InstrumentUnits
  /** Whether levels of its order book are recorded. */
  readonly hasBook: boolean
}

const runs = new Map<string, PracticeRun>()
const charts = new Set<PracticeChart>()
/** The chart whose replay sends the trades of a market. */
const carriers = new Map<string, PracticeChart>()

/** A market without a recorded book. */
const noBook: LoadBook = async () => null

/** Connects a chart with the session of its market; returns the function that disconnects it. */
export function attachPracticeChart(chart: PracticeChart): () => void {
  let shown = chart.symbol
  charts.add(chart)
  const undo = [
    chart.on('open', () => {
      if (carriers.get(shown) === chart) carriers.delete(shown)
      connect(shown)
      shown = chart.symbol
      connect(shown, chart)
      showConnected()
    }),
    chart.on('practice', (part) => {
      const run = carriers.get(chart.symbol) === chart ? runs.get(chart.symbol) : undefined
      run?.receive(part)
      if (run?.isFull) chart.request({ type: 'practice', from: null })
    }),
    chart.on('replayed', ({ cutoff }) => {
      if (carriers.get(chart.symbol) === chart) void runs.get(chart.symbol)?.reach(cutoff)
    }),
  ]
  connect(shown)
  showConnected()
  return () => {
    for (const remove of undo) remove()
    charts.delete(chart)
    showConnected()
    if (carriers.get(shown) !== chart) return
    carriers.delete(shown)
    connect(shown)
  }
}

const showConnected = () => usePractice.setState({ connected: new Set([...charts].map(({ symbol }) => symbol)) })

/** Asks a chart of the market for the trades that its session does not have. `opened`: what it was asked before is void. */
function connect(symbol: string, opened?: PracticeChart): void {
  const run = runs.get(symbol)
  if (run === undefined) return
  const current = carriers.get(symbol)
  if (current !== undefined && current !== opened) return
  const chart = opened ?? [...charts].find((each) => each.symbol === symbol)
  if (chart === undefined) return
  carriers.set(symbol, chart)
  chart.request({ type: 'practice', from: run.isFull ? null : run.tape.until })
}

/** Starts a session at the cutoff that a chart of the market shows, instead of the market's current one. */
export function startPractice(market: PracticeMarket): void {
  const { cutoff, isMoving } = useReplay.getState()
  const shown = [...charts].find(({ symbol }) => symbol === market.symbol)
  if (cutoff === null || isMoving || shown === undefined) return
  const startTick = lastPrice(shown)
  const options = { startMs: cutoff.t, startTick, ...usePractice.getState().costs }
  openPractice(market, { options, entries: [], books: [] })
}

function lastPrice({ chart }: PracticeChart): Ticks | null {
  const bars = chart.bars()
  return bars.length === 0 ? null : bars.close[bars.length - 1]
}

/** Continues a session that was stored, instead of the market's current one. */
export function openPractice({ symbol, units, hasBook }: PracticeMarket, journal: PracticeJournal): void {
  const { makerPpm, takerPpm, slippageTicks } = journal.options
  const run: PracticeRun = new PracticeRun({
    symbol,
    units,
    journal,
    loadBook: hasBook ? storedBooks(symbol, units.lotSize) : noBook,
    onChange: (view) => runs.get(symbol) === run && show(view),
  })
  runs.set(symbol, run)
  usePractice.setState({ costs: { makerPpm, takerPpm, slippageTicks } })
  show(run.view)
  carriers.delete(symbol)
  connect(symbol)
  const { cutoff } = useReplay.getState()
  if (cutoff !== null && compareCutoffs(cutoff, run.tape.start) < 0) void run.reach(cutoff)
}

const show = (view: PracticeView) => usePractice.setState(({ views }) => ({ views: { ...views, [view.symbol]: view } }))

/** What the session is computed from, for a file; null: there is none. */
export const journalOf = (symbol: string): PracticeJournal | null => runs.get(symbol)?.journal() ?? null

/** Makes an action at the cutoff; null: the session does not accept it. Says so when it discards later actions. */
export async function practiceAct(symbol: string, action: PracticeAction): Promise<PracticeOrder | null> {
  const run = runs.get(symbol)
  const count = run?.view.state.laterActions ?? 0
  const order = (await run?.act(action)) ?? null
  if (order !== null && count > 0) showToast(i18next.t('practice.discarded', { count }))
  return order
}

export const retryPractice = (symbol: string): void => void runs.get(symbol)?.retry()

/** Repeats the session with other costs; false when they are out of range, and nothing changes. */
export async function changeCosts(symbol: string, costs: PracticeCosts): Promise<boolean> {
  const isApplied = (await runs.get(symbol)?.changeCosts(costs)) ?? true
  if (isApplied) usePractice.setState({ costs })
  return isApplied
}

/** Closes the position at the market. */
export async function closePosition(symbol: string): Promise<PracticeOrder | null> {
  const size = usePractice.getState().views[symbol]?.state.size ?? 0
  if (size === 0) return null
  return practiceAct(symbol, {
    kind: 'place',
    side: size > 0 ? 'sell' : 'buy',
    type: 'market',
    lots: Math.abs(size),
    tick: null,
    reduceOnly: true,
    stopTick: null,
    targetTick: null,
  })
}

export const hasActions = ({ state }: PracticeView): boolean =>
  state.working.length + state.ended.length + state.laterActions > 0

/** The result of the oldest finished session was read. */
export function closeResult(): void {
  usePractice.setState(({ finished }) => ({ finished: finished.slice(1) }))
  if (usePractice.getState().finished.length === 0) useReplay.setState({ hasPracticeResult: false })
}

/** Sessions end with the replay. */
function finishAll(): void {
  const ended = [...runs.values()].map((run) => ({ view: run.view, journal: run.journal() }))
  for (const [symbol, chart] of carriers) if (chart.symbol === symbol) chart.request({ type: 'practice', from: null })
  runs.clear()
  carriers.clear()
  const finished = [...usePractice.getState().finished, ...ended.filter(({ view }) => hasActions(view))]
  usePractice.setState({ views: {}, finished })
  if (finished.length > 0) useReplay.setState({ hasPracticeResult: true })
}

useReplay.subscribe(({ cutoff }, before) => {
  if (cutoff === null && before.cutoff !== null && runs.size > 0) finishAll()
})
