import type { Shape } from '../shape.ts'

/** The home page. Numbers in the captions are computed from the data of the pictures. */
export const home = {
  hero: {
    title: '看清每根 K 线里，谁在买，谁在卖',
    lead: '用每一笔成交绘制足迹图：每个价位主动买入多少、主动卖出多少，一目了然。不抽样，不估算。',
    create: '注册账号',
    open: '打开图表',
    more: '了解功能',
    facts: {
      every: { term: '逐笔', text: '由每一笔成交计算，缺失的时段会明确标出' },
      exact: { term: '精确', text: '全程整数运算，与交易所数据逐位一致' },
      live: { term: '实时', text: '成交一到，图上的柱立即更新' },
    },
  },
  demo: {
    heading: '演示图表',
    label: '模拟行情的足迹图，正在以 {{speed}} 倍速回放',
    labelStill: '模拟行情的足迹图，静止',
    simulated: '模拟行情',
    explained: '非真实行情：成交由模拟器生成，计算和绘制使用与正式图表相同的程序。',
    speed: '{{speed}} 倍速',
    play: '播放',
    pause: '暂停',
    still: '您的系统已开启“减少动态效果”，图表静止显示。',
    failed: '演示图表加载失败。',
  },
  compare: {
    heading: '两根看起来一样的 K 线',
    lead: '同样五分钟的成交，画成两种图。高亮的两根都下跌了约 {{move}} 美元，在 K 线上几乎没有区别。',
    candles: 'K 线图',
    footprint: '足迹图',
    answer:
      '足迹图里，左边这根净主动买入 {{bought}} BTC：卖方挂单接住了全部买盘。右边这根净主动卖出 {{sold}} BTC：价格是被主动卖单打下去的。',
    candlesLabel: '五根 K 线，其中两根形状几乎相同',
    footprintLabel: '同样五根柱的足迹图：两根相同的柱，Delta 分别为 +{{bought}} 和 −{{sold}} BTC',
    tableCaption: '两种图各能看到什么',
    what: '数据',
    yes: '能看到',
    no: '看不到',
    rows: {
      prices: '开盘、最高、最低、收盘',
      total: '总成交量',
      side: '主动买入与主动卖出各多少',
      level: '成交发生在哪些价位',
      stuck: '放量滞涨、滞跌的位置',
      orders: '未成交的挂单',
      future: '接下来的走势',
    },
    honest: '最后两项，任何基于成交的图表都看不到。浏览长周期历史时 K 线更直观；两种图可在同一页面随时切换。',
  },
  indicators: {
    heading: '五个指标，各回答一个问题',
    lead: '以下图片均由程序根据模拟成交计算得出，没有手工填写的数字。所有公式均公开。',
    poc: {
      name: 'POC：成交最多的价位',
      text: '一根柱里成交量最大的一行，用框标出。逐柱对比，成交重心的移动一目了然。',
      label: '三根柱的足迹图，每根成交最多的一行加了框',
    },
    delta: {
      name: 'Delta：主动买卖之差',
      text: '主动买入减去主动卖出。图中最后一根创出新高，Delta 却是 {{delta}} BTC：上涨不是靠主动买盘推动的。',
      label: '价格创新高的一根柱，下方的 Delta 为 {{delta}} BTC',
    },
    stack: {
      name: '堆叠失衡',
      text: '一侧的量达到斜对面的 3 倍称为失衡，连续多行称为堆叠。图中连续 {{rows}} 行买方失衡，右侧有色带。',
      label: '三根柱的足迹图，中间一根有连续 {{rows}} 行买方失衡',
    },
    zone: {
      name: '支撑与阻力',
      text: '堆叠失衡留下的价格区域，从形成、被测试到被突破都有记录。图中的阻力区被测试 {{tests}} 次，之后被收盘突破。',
      label: '一个阻力区，被测试 {{tests}} 次后被突破',
    },
    effort: {
      name: '努力无果',
      text: '成交量放大、一方全力推动，价格却不跟随。图中成交量是中位数的 {{volume}} 倍，净主动买入占 {{share}}%，价格反而收低。',
      label: '成交量为中位数 {{volume}} 倍的一根柱，买方主动而价格下跌',
    },
  },
  price: {
    heading: '价格',
    yearly: '年度会员',
    perYear: '/ 年',
    original: '原价',
    now: '现价',
    discount: '优惠价',
    until: '优惠截至 {{date}}',
    left: '还剩 {{days}} 天 {{time}}',
    leftToday: '还剩 {{time}}',
    unpriced: '价格尚未公布',
    member: {
      live: '实时行情，无延迟',
      history: '全部历史数据与全部周期',
      extend: '续费后剩余天数保留',
      pay: '用 USDT（TRC20）支付，人工审核',
    },
    free: '免费账号',
    freePrice: '0',
    freeList: {
      delayed: '全部图表与指标，行情延迟显示',
      demo: '模拟市场，随时练习',
      alerts: '绘图、自选、布局与预警',
      card: '无需绑定支付方式',
    },
    trial: '通过推荐链接注册，激活后赠送 {{days}} 天会员。',
    toPay: '开通会员',
  },
  faq: {
    heading: '常见问题',
    more: '全部帮助：看图方法、指标公式、付款与接口',
    data: {
      question: '数据从哪里来？',
      answer:
        '来自交易所公开的逐笔成交：Binance、Bybit、OKX、Coinbase、Kraken 与 Hyperliquid。有连续编号的成交逐笔核对，断线造成的缺口会自动补齐；无法补齐的部分会在图上标为不完整。',
    },
    install: {
      question: '需要安装软件吗？',
      answer: '不需要。在电脑或手机的浏览器中即可使用。',
    },
    signal: {
      question: '它会告诉我买还是卖吗？',
      answer:
        '不会。它只显示已经发生的成交：哪一方主动、在哪个价位、成交多少。决策由您自行作出，本站内容不构成投资建议。',
    },
    real: {
      question: '首页的图是真实行情吗？',
      answer: '不是。首页的图表和图片均由模拟器生成，每次相同，并已注明。注册后即可查看交易所的真实行情。',
    },
    pay: {
      question: '怎么付款？多久生效？',
      answer: '通过 TRC20 网络转账 USDT，然后提交交易 ID。管理员人工审核，通过后立即生效，有效期一年，剩余天数会叠加。',
    },
    formulas: {
      question: '公式公开吗？',
      answer: '公开。每个指标的定义、边界情况和算例都写在帮助中；同样的成交在任何设备上结果一致。',
    },
  },
  links: '更多页面',
  close: {
    heading: '从一根柱开始看',
    text: '注册只需要一个邮箱。',
  },
}

export type HomeMessages = Shape<typeof home>
