import type { Shape } from '../shape.ts'
import type { home as zh } from '../zh/home.ts'

export const home: Shape<typeof zh> = {
  hero: {
    title: 'See who buys and who sells inside every candle',
    lead: 'Every single trade becomes part of a footprint: at each price, how much was bought and how much was sold at market, row by row. Nothing sampled, nothing estimated.',
    create: 'Create account',
    open: 'Open the chart',
    more: 'What it shows',
    facts: {
      every: { term: 'Every trade', text: 'Bars are built from single trades, and gaps are marked as gaps' },
      exact: { term: 'Exact', text: 'Whole numbers throughout, equal to the exchange’s to the last digit' },
      live: { term: 'Live', text: 'The bar on the chart changes the moment a trade arrives' },
    },
  },
  demo: {
    heading: 'Demo chart',
    label: 'Footprint chart of a simulated market, replayed at {{speed}} times the speed',
    labelStill: 'Footprint chart of a simulated market, standing still',
    simulated: 'Simulated market',
    explained:
      'Not a real market: a simulator makes the trades; the same program as on the chart page computes and draws them.',
    speed: '{{speed}}x speed',
    play: 'Play',
    pause: 'Pause',
    still: 'Your system asks for less motion, so the chart stands still.',
    failed: 'The demo chart could not be loaded.',
  },
  compare: {
    heading: 'Two candles that look the same',
    lead: 'The same five minutes of trades, drawn twice. Both highlighted bars fell by about {{move}} dollars; as candles you could hardly tell them apart.',
    candles: 'Candles',
    footprint: 'Footprint',
    answer:
      'The footprint can: buyers at market took a net {{bought}} BTC in the left one, and resting sellers absorbed all of it. In the right one a net {{sold}} BTC was sold at market, and that is what pushed the price down.',
    candlesLabel: 'Five candles, two of them almost identical',
    footprintLabel:
      'The same five bars as footprints: the two identical ones have deltas of +{{bought}} and −{{sold}} BTC',
    tableCaption: 'What each kind of chart shows',
    what: 'What',
    yes: 'Shown',
    no: 'Not shown',
    rows: {
      prices: 'Open, high, low, close',
      total: 'Total volume',
      side: 'How much was bought and sold at market',
      level: 'The prices at which it traded',
      stuck: 'Where heavy volume moved nothing',
      orders: 'Resting orders that never traded',
      future: 'What happens next',
    },
    honest:
      'No chart made of trades can show the last two. For a long history at a glance candles are easier on the eye; you can switch between both on the same page at any time.',
  },
  indicators: {
    heading: 'Five indicators, one question each',
    lead: 'The program computed every picture below from simulated trades; nobody typed a number. Every formula is open to read.',
    poc: {
      name: 'POC: where most traded',
      text: 'The row with the most volume in a bar, marked by a box. From bar to bar you see where the weight of trading moves.',
      label: 'Footprint of three bars, the row with the most volume boxed in each',
    },
    delta: {
      name: 'Delta: bought minus sold',
      text: 'Volume bought at market minus volume sold. The last bar here makes a new high on a delta of {{delta}} BTC: aggressive buyers did not drive it.',
      label: 'A bar that makes a new high, with a delta of {{delta}} BTC below it',
    },
    stack: {
      name: 'Stacked imbalance',
      text: 'One side three times its diagonal opposite is an imbalance; several in a row are a stack. Here {{rows}} rows of buying, with a band at the side.',
      label: 'Footprint of three bars, the middle one with {{rows}} rows of buying imbalance in a row',
    },
    zone: {
      name: 'Support and resistance',
      text: 'Price zones that stacks leave behind, followed from birth through every test to the break. This resistance was tested {{tests}} times, then a close broke it.',
      label: 'A resistance zone, tested {{tests}} times and then broken',
    },
    effort: {
      name: 'Effort without reward',
      text: 'Volume swells, one side gives its all, and price does not follow. Here {{volume}} times the median volume, {{share}}% of it net buying, and still a lower close.',
      label: 'A bar with {{volume}} times the median volume: aggressive buying, falling price',
    },
  },
  price: {
    heading: 'Price',
    yearly: 'Yearly membership',
    perYear: '/ year',
    original: 'Original price',
    now: 'Price now',
    discount: 'Discounted price',
    until: 'Discount until {{date}}',
    left: '{{days}} d {{time}} left',
    leftToday: '{{time}} left',
    unpriced: 'The price is not published yet',
    member: {
      live: 'Live market data, no delay',
      history: 'All history and every cycle',
      extend: 'Days left are kept when you renew',
      pay: 'Paid in USDT (TRC20), reviewed by hand',
    },
    free: 'Free account',
    freePrice: '0',
    freeList: {
      delayed: 'Every chart and indicator, data delayed',
      demo: 'Simulated markets to practise on',
      alerts: 'Drawings, watchlist, layouts and alerts',
      card: 'No means of payment needed',
    },
    trial: 'Register through a referral link and activation adds {{days}} days of membership.',
    toPay: 'Open membership',
  },
  faq: {
    heading: 'Questions and answers',
    more: 'All help: reading a chart, every formula, paying, the API',
    data: {
      question: 'Where does the data come from?',
      answer:
        'From the public trades of the exchanges: Binance, Bybit, OKX, Coinbase, Kraken and Hyperliquid. Trades that carry numbers are checked one by one, and gaps left by a lost connection are fetched again. What cannot be fetched is marked incomplete on the chart.',
    },
    install: {
      question: 'Do I have to install anything?',
      answer: 'No. Any current browser will do, on a computer or a phone.',
    },
    signal: {
      question: 'Will it tell me when to buy or sell?',
      answer:
        'No. It shows trades that have happened: which side was aggressive, at what price, in what size. The judgement is yours; nothing here is investment advice.',
    },
    real: {
      question: 'Is the chart on this page a real market?',
      answer:
        'No. The chart and the pictures on this page come from a simulator, are the same every time, and say so. With an account you see the markets of the exchanges.',
    },
    pay: {
      question: 'How do I pay, and when does it start?',
      answer:
        'Transfer USDT on the TRC20 network and submit the transaction ID. An administrator reviews it; once passed, a year starts at once, and days you still had are added.',
    },
    formulas: {
      question: 'Are the formulas open?',
      answer:
        'Yes. Every definition, its edge cases and a worked example are in the help pages; the same trades give the same numbers on every device.',
    },
  },
  links: 'More pages',
  close: {
    heading: 'Start with one bar',
    text: 'An e-mail address is all you need.',
  },
}
