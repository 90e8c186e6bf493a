/**
 * The one switch of the pages, the twin of MARKET_CALLS_ARE_OPEN of the server: while it is true the chart and the
 * calls behind it are there for visitors; with false they ask for a login like the specification's table says.
 */
export const MARKET_IS_OPEN: boolean = true
