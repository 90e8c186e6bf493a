/** Every topic of the help, as its page /help/{topic} is named. The web app groups them; a test compares the two. */
export const HELP_TOPICS = [
  'footprint', 'precision', 'tick-bars', 'data-states', 'poc', 'value-area', 'delta', 'imbalance', 'support-resistance', 'effort', 'unfinished-auction',
  'absorption', 'exhaustion', 'big-trades', 'vwap', 'volume-profile', 'time-and-sales', 'drawings', 'alerts', 'watchlist', 'links', 'keyboard', 'payment', 'faq',
  'api',
] as const
