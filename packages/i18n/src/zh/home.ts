import type { Shape } from '../shape.ts'

/** The home page. Numbers in the captions are computed from the data of the pictures. */
export const home = {
  hero: {
    title: '看清每根 K 线里，谁在买，谁在卖',
    lead: '把每一笔成交还原成足迹图：每个价位上主动买入多少、主动卖出多少，逐行可读。不抽样，不估算。',
    create: '注册账号',
    open: '打开图表',
    more: '它显示什么',
    facts: {
      every: { term: '逐笔', text: '从每一笔成交算起，缺失的时段会标出来' },
      exact: { term: '精确', text: '全部用整数计算，与交易所的数字逐位一致' },
      live: { term: '实时', text: '成交到达后，图上的这根柱随即更新' },
    },
  },
  demo: {
    heading: '演示图表',
    label: '模拟行情的足迹图，正在以 {{speed}} 倍速回放',
    labelStill: '模拟行情的足迹图，静止',
    simulated: '模拟行情',
    explained: '不是真实市场：成交由模拟器生成，由与正式页面相同的程序计算和绘制。',
    speed: '{{speed}} 倍速',
    play: '播放',
    pause: '暂停',
    still: '系统已设为减少动态效果，图表静止显示。',
    failed: '演示图表没有加载成功。',
  },
  compare: {
    heading: '两根看起来一样的 K 线',
    lead: '同样五分钟的成交，画成两种图。亮起的两根都下跌了约 {{move}} 美元，K 线上几乎没有区别。',
    candles: 'K 线图',
    footprint: '足迹图',
    answer:
      '足迹图里，左边这根净主动买入 {{bought}} BTC：卖方用挂单接住了全部买盘。右边这根净主动卖出 {{sold}} BTC：价格是被卖单打下去的。',
    candlesLabel: '五根 K 线，其中两根形状几乎相同',
    footprintLabel: '同样五根柱的足迹图：两根相同的柱，Delta 分别为 +{{bought}} 和 −{{sold}} BTC',
    tableCaption: '两种图各能看到什么',
    what: '内容',
    yes: '能看到',
    no: '看不到',
    rows: {
      prices: '开盘、最高、最低、收盘',
      total: '总成交量',
      side: '主动买入与主动卖出各多少',
      level: '成交发生在哪些价位',
      stuck: '放量却推不动价格的位置',
      orders: '没有成交的挂单',
      future: '接下来的走势',
    },
    honest: '最后两行，任何由成交画出的图都看不到。想快速浏览很长的历史，K 线更省眼力；两种图在同一页面随时切换。',
  },
  indicators: {
    heading: '五个指标，各看一件事',
    lead: '下面的图都由程序从模拟成交中算出，没有一个数字是手工写的。每个公式都可以查到。',
    poc: {
      name: 'POC 成交最多的价位',
      text: '一根柱里成交量最大的一行，用框标出。连起来看，成交的重心往哪里移动一目了然。',
      label: '三根柱的足迹图，每根成交最多的一行加了框',
    },
    delta: {
      name: 'Delta 买卖力量之差',
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
      text: '成交放大、一侧用尽力气，价格却不动。图中成交量是中位数的 {{volume}} 倍，净主动买入占 {{share}}%，价格反而收低。',
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
      extend: '续费时剩余天数保留',
      pay: '用 USDT（TRC20）支付，人工审核',
    },
    free: '免费账号',
    freePrice: '0',
    freeList: {
      delayed: '全部图表与指标，行情延迟显示',
      demo: '模拟市场随时可练习',
      alerts: '画线、自选、布局与提醒',
      card: '不需要绑定任何支付方式',
    },
    trial: '通过推荐链接注册，激活后赠送 {{days}} 天会员。',
    toPay: '开通会员',
  },
  faq: {
    heading: '常见问题',
    more: '全部帮助：怎么看图、每个指标的公式、付款与接口',
    data: {
      question: '数据从哪里来？',
      answer:
        '来自交易所公开的逐笔成交：Binance、Bybit、OKX、Coinbase、Kraken 与 Hyperliquid。有编号的成交逐个核对，断线造成的缺口会自动补取；补不到的部分会在图上标为不完整。',
    },
    install: {
      question: '需要安装软件吗？',
      answer: '不需要。电脑和手机的浏览器都可以用。',
    },
    signal: {
      question: '它会告诉我买还是卖吗？',
      answer: '不会。它显示已经发生的成交：谁主动、在哪个价位、多大的量。判断由您来做，这里没有任何投资建议。',
    },
    real: {
      question: '首页的图是真实行情吗？',
      answer: '不是。首页的图表和图片都来自模拟器，每次都相同，也都标明了。注册之后看到的才是交易所的行情。',
    },
    pay: {
      question: '怎么付款？多久生效？',
      answer:
        '用 USDT 在 TRC20 网络转账，然后提交交易 ID。管理员人工审核，通过后立即生效，有效期一年，剩余天数会叠加。',
    },
    formulas: {
      question: '公式公开吗？',
      answer: '公开。每个指标的定义、边界情况和算例都写在帮助里；同样的成交在任何设备上得到同样的数字。',
    },
  },
  links: '更多页面',
  close: {
    heading: '从一根柱开始看',
    text: '注册只需要一个邮箱。',
  },
}

export type HomeMessages = Shape<typeof home>
