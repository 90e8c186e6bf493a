import type { Shape } from '../shape.ts'
import type { home as zh } from '../zh/home.ts'

export const home: Shape<typeof zh> = {
  hero: {
    title: 'See who buys and who sells inside every candle',
    lead: 'Footprint charts built from every single trade: how much was bought and sold at market at each price, row by row. No sampling, no estimates.',
    create: 'Create account',
    open: 'Open the chart',
    more: 'See what it shows',
    facts: {
      every: { term: 'Every trade', text: 'Bars are built from individual trades, and gaps are marked' },
      exact: { term: 'Exact', text: 'Integer arithmetic throughout, matching the exchange to the last digit' },
      live: { term: 'Live', text: 'Bars update the moment a trade arrives' },
    },
  },
  demo: {
    heading: 'Demo chart',
    label: 'Footprint chart of a simulated market, replayed at {{speed}} times the speed',
    labelStill: 'Footprint chart of a simulated market, paused',
    simulated: 'Simulated market',
    explained:
      'Not a real market: the trades are simulated, then computed and drawn by the same code as the chart page.',
    speed: '{{speed}}x speed',
    play: 'Play',
    pause: 'Pause',
    still: 'The chart is paused because your system is set to reduce motion.',
    failed: "Couldn't load the demo chart.",
  },
  compare: {
    heading: 'Two candles that look the same',
    lead: 'The same five minutes of trades, drawn twice. Both highlighted bars fell by about {{move}} dollars; as candles you could hardly tell them apart.',
    candles: 'Candles',
    footprint: 'Footprint',
    answer:
      'The footprint can: in the left bar, market buyers took a net {{bought}} BTC and resting sell orders absorbed all of it. In the right bar, a net {{sold}} BTC was sold at market, and that pushed the price down.',
    candlesLabel: 'Five candles, two of them almost identical',
    footprintLabel:
      'The same five bars as footprints: the two identical ones have deltas of +{{bought}} and −{{sold}} BTC',
    tableCaption: 'What each kind of chart shows',
    what: 'Data',
    yes: 'Shown',
    no: 'Not shown',
    rows: {
      prices: 'Open, high, low, close',
      total: 'Total volume',
      side: 'How much was bought and sold at market',
      level: 'The prices at which it traded',
      stuck: 'Where heavy volume failed to move price',
      orders: 'Resting orders that never filled',
      future: 'What happens next',
    },
    honest:
      'No chart built from trades can show the last two. Candles are easier to scan over a long history; you can switch between both on the same page at any time.',
  },
  indicators: {
    heading: 'Five indicators, one question each',
    lead: 'Every picture below is computed from simulated trades; no number is typed in. Every formula is documented.',
    poc: {
      name: 'POC: where most volume traded',
      text: 'The row with the most volume in a bar, marked with a box. From bar to bar it shows where trading is shifting.',
      label: 'Footprint of three bars, the row with the most volume boxed in each',
    },
    delta: {
      name: 'Delta: bought minus sold',
      text: 'Volume bought at market minus volume sold. The last bar makes a new high with a delta of {{delta}} BTC: aggressive buyers did not drive it.',
      label: 'A bar that makes a new high, with a delta of {{delta}} BTC below it',
    },
    stack: {
      name: 'Stacked imbalance',
      text: 'One side at three times its diagonal opposite is an imbalance; several in a row are stacked. Here: {{rows}} rows of buy imbalance, marked with a band.',
      label: 'Footprint of three bars, the middle one with {{rows}} consecutive rows of buy imbalance',
    },
    zone: {
      name: 'Support and resistance',
      text: 'Price zones left by stacked imbalances, tracked from creation through every test to the break. This resistance was tested {{tests}} times, then broken by a close.',
      label: 'A resistance zone, tested {{tests}} times and then broken',
    },
    effort: {
      name: 'Effort without reward',
      text: "Volume surges, one side is aggressive, and price doesn't follow. Here: {{volume}} times the median volume, {{share}}% of it net buying, and still a lower close.",
      label: 'A bar with {{volume}} times the median volume: aggressive buying, falling price',
    },
  },
  price: {
    heading: 'Price',
    yearly: 'Yearly membership',
    perYear: '/ year',
    original: 'Original price',
    now: 'Current price',
    discount: 'Discounted price',
    until: 'Discount until {{date}}',
    left: '{{days}} d {{time}} left',
    leftToday: '{{time}} left',
    unpriced: "The price hasn't been published yet",
    member: {
      live: 'Live market data, no delay',
      history: 'Full history and all cycles',
      extend: 'Renewing keeps your remaining days',
      pay: 'Pay in USDT (TRC20), reviewed manually',
    },
    free: 'Free account',
    freePrice: '0',
    freeList: {
      delayed: 'All charts and indicators, delayed data',
      demo: 'Simulated markets for practice',
      alerts: 'Drawings, watchlist, layouts and alerts',
      card: 'No payment method required',
    },
    trial: 'Register through a referral link to get {{days}} days of membership when you activate.',
    toPay: 'Open membership',
  },
  faq: {
    heading: 'Questions and answers',
    more: 'All help topics: reading charts, formulas, payment, API',
    data: {
      question: 'Where does the data come from?',
      answer:
        'From public exchange trades: Binance, Bybit, OKX, Coinbase, Kraken and Hyperliquid. Trades with sequential IDs are checked one by one, and gaps left by a lost connection are backfilled. Anything that cannot be fetched is marked incomplete on the chart.',
    },
    install: {
      question: 'Do I have to install anything?',
      answer: 'No. It runs in any modern browser, on desktop or mobile.',
    },
    signal: {
      question: 'Will it tell me when to buy or sell?',
      answer:
        'No. It shows trades that have happened: which side was the aggressor, at what price and in what size. The decision is yours; nothing here is investment advice.',
    },
    real: {
      question: 'Is the chart on this page a real market?',
      answer:
        'No. The chart and pictures on this page come from a simulator, are the same every time, and are labelled as simulated. With an account you see real exchange markets.',
    },
    pay: {
      question: 'How do I pay, and when does it start?',
      answer:
        'Transfer USDT on the TRC20 network and submit the transaction ID. An administrator reviews it; once approved, your year starts immediately and any remaining days are added.',
    },
    formulas: {
      question: 'Are the formulas open?',
      answer:
        'Yes. The help pages give every definition, its edge cases and a worked example; the same trades give the same numbers on every device.',
    },
  },
  links: 'More pages',
  close: {
    heading: 'Start with one bar',
    text: 'All you need is an e-mail address.',
  },
}
