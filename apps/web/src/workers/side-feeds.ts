import { BigTradeFeed, type BigTradeTools } from './big-trade-feed.ts'
import { DepthFeed, type DepthTools } from './depth-feed.ts'
import { DerivativesFeed, type DerivativesTools } from './derivatives-feed.ts'
import { TapeFeed, type TapeTools } from './tape-feed.ts'

/** What a session sends to the page besides bars; the demo on the home page has none. */
export interface SideFeeds {
  readonly timeAndSales: Pick<TapeFeed, 'begin' | 'identify' | 'ask' | 'taken' | 'seed' | 'retry' | 'add' | 'revised'>
  readonly bigTrades: Pick<
    BigTradeFeed,
    'begin' | 'identify' | 'seed' | 'older' | 'add' | 'tick' | 'revised' | 'change'
  >
  readonly depth: Pick<
    DepthFeed,
    | 'begin'
    | 'identify'
    | 'seed'
    | 'tick'
    | 'showHeatmap'
    | 'showLadder'
    | 'heatmapTaken'
    | 'ladderTaken'
    | 'retry'
    | 'add'
    | 'revised'
    | 'ready'
    | 'message'
    | 'frame'
  >
  readonly derivatives: Pick<
    DerivativesFeed,
    'begin' | 'identify' | 'seed' | 'older' | 'tick' | 'show' | 'taken' | 'ready' | 'message'
  >
}

export type SideTools = TapeTools & BigTradeTools & DepthTools & DerivativesTools

export function openSideFeeds(tools: SideTools): SideFeeds {
  return {
    timeAndSales: new TapeFeed(tools),
    bigTrades: new BigTradeFeed(tools),
    depth: new DepthFeed(tools),
    derivatives: new DerivativesFeed(tools),
  }
}
