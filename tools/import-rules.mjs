// Import rules (ARCHITECTURE.md). Each rule's comment gives the remedy; tools/test verifies that violations are reported.
const inside = (path) => `^${path}/`
const pkg = (...names) => `^packages/(?!(${names.join('|')})/)`

/** Forbids every import that leaves `from` and does not go to one of `allowed`. */
function only(name, from, allowed, comment) {
  return { name, comment, severity: 'error', from: { path: inside(from) }, to: { pathNot: [inside(from), ...allowed] } }
}

const npm = (name) => `(^|/)node_modules/${name}/`
const bare = (name) => `^${name}($|/)`
const lib = (name) => [npm(name), bare(name)]

/** Order of the chart page, lowest first: a folder imports only those before it, a panel no other panel. */
const PAGE = 'apps/web/src/features/order-flow'
const LAYERS = ['model', 'ui', 'chart', 'drawings', 'alerts']
const pageRules = [
  ...LAYERS.map((layer, index) => ({
    name: `order-flow-${layer}`,
    comment: `${layer} imports only ${LAYERS.slice(0, index + 1).join(', ')}: report an event of ChartController, or move the shared part down.`,
    severity: 'error',
    from: { path: inside(`${PAGE}/${layer}`) },
    to: { path: inside(PAGE), pathNot: LAYERS.slice(0, index + 1).map((below) => inside(`${PAGE}/${below}`)) },
  })),
  {
    name: 'order-flow-panels',
    comment:
      'Panels never import each other, the alerts or the page: pass it in through panels.tsx, or move the shared part to model or ui.',
    severity: 'error',
    from: { path: `^${PAGE}/panels/([^/]+)/` },
    to: { path: inside(PAGE), pathNot: [`^${PAGE}/(model|ui|chart|drawings)/`, `^${PAGE}/panels/$1/`] },
  },
]

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Extract the shared part into a third module.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import cannot be resolved: fix its path.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    only(
      'orderflow-is-pure',
      'packages/orderflow/src',
      [],
      'The engine imports nothing: pass what it needs as an argument.',
    ),
    only('i18n-is-pure', 'packages/i18n/src', [], 'Catalogues contain only texts.'),
    only(
      'contract',
      'packages/contract/src',
      [inside('packages/orderflow'), ...lib('typebox'), ...lib('@scure/base'), ...lib('@noble/hashes')],
      'The contract may use the engine, TypeBox and address validation; server code belongs to apps/server.',
    ),
    only(
      'venues',
      'packages/venues/src',
      [
        inside('packages/orderflow'),
        ...lib('yauzl'),
        ...lib('ccxt'),
        ...lib('ws'),
        '^node:',
        '^(fs|zlib|stream|path|events|worker_threads|buffer|url|os|timers|http|https|crypto)(/|$)',
      ],
      'venues converts external data to trades; storing and serving them belongs to apps/server.',
    ),
    only(
      'chart',
      'packages/chart/src',
      [inside('packages/orderflow'), ...lib('lightweight-charts'), ...lib('fancy-canvas')],
      'The chart contains no React, no fetch and no texts: pass them in through its options.',
    ),
    {
      name: 'testkit-is-for-tests',
      comment: 'Production code never imports the test kit.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: '^packages/testkit/' },
      to: { path: inside('packages/testkit') },
    },
    {
      name: 'server',
      comment: 'The server may use orderflow, contract, venues and i18n.',
      severity: 'error',
      from: { path: inside('apps/server/src') },
      to: { path: ['^apps/web/', pkg('orderflow', 'contract', 'venues', 'i18n')] },
    },
    {
      name: 'web',
      comment: 'The web app may use orderflow, contract, chart and i18n.',
      severity: 'error',
      from: { path: inside('apps/web/src') },
      to: { path: ['^apps/server/', pkg('orderflow', 'contract', 'chart', 'i18n'), '^node:'] },
    },
    {
      name: 'package-front-door',
      comment: 'Import a package by its name, never a file inside it.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/chart/src/(depth|links)/index\\.ts$',
          '^packages/i18n/src/(api|mail/index|(zh|en)/(index|accounts|admin/index|alerts|depth|derivatives|drawings|keys|palette|toolbar|workspace|time-and-sales|no-data|workspaces|practice|moments|signals|profiles|tour|vwap|cycles|help|home|indicators|business|membership|promotion|replay|scanner|site|style))\\.ts$',
        ],
      },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'platform must not import modules or the market: pass dependencies as arguments.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/(modules|market)/' },
    },
    {
      name: 'market-knows-no-module',
      comment: 'The market must not import modules: pass dependencies as arguments.',
      severity: 'error',
      from: { path: '^apps/server/src/market/' },
      to: { path: '^apps/server/src/modules/' },
    },
    {
      name: 'module-front-door',
      comment: 'Modules import each other, and the market, only through index.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: {
        path: '^apps/server/src/(modules/[^/]+|market)/',
        pathNot: ['^apps/server/src/modules/$1/', '^apps/server/src/(modules/[^/]+|market)/index\\.ts$'],
      },
    },
    {
      name: 'module-entry-points',
      comment: 'Outside modules, import a module only through its plugin.ts, or index.ts for what modules share.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/modules/' },
      to: {
        path: '^apps/server/src/modules/',
        pathNot: '^apps/server/src/modules/[^/]+/(plugin|index)\\.ts$',
      },
    },
    {
      name: 'composition-root',
      comment: 'Only main.ts and app.ts know services.ts: take what is needed as an argument.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/(main|app)\\.ts$' },
      to: { path: '^apps/server/src/(services|app|main)\\.ts$' },
    },
    {
      name: 'market-front-doors',
      comment: 'Import a part of the market through its index.ts, and its calls through api/plugin.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/market/' },
      to: {
        path: '^apps/server/src/market/(store|ingest|stream|api)/',
        pathNot: [
          '^apps/server/src/market/(store|ingest|stream)/index\\.ts$',
          '^apps/server/src/market/api/plugin\\.ts$',
        ],
      },
    },
    {
      name: 'market-parts',
      comment: 'Parts of the market use store, and api also ingest and stream, only through index.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/market/(store|ingest|stream|api)/' },
      to: {
        path: '^apps/server/src/market/(store|ingest|stream|api)/',
        pathNot: ['^apps/server/src/market/$1/', '^apps/server/src/market/(store|ingest|stream)/index\\.ts$'],
      },
    },
    {
      name: 'market-layers',
      comment: 'store is below ingest and stream, which are apart and below api: pass dependencies as arguments.',
      severity: 'error',
      from: { path: '^apps/server/src/market/(store|ingest|stream)/' },
      to: { path: '^apps/server/src/market/(ingest|stream|api)/', pathNot: '^apps/server/src/market/$1/' },
    },
    {
      name: 'features-are-apart',
      comment: 'A feature never imports a feature: move the shared part to src/shared.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/[^/]+/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'shared-is-below',
      comment: 'shared must not import features or app.',
      severity: 'error',
      from: { path: '^apps/web/src/(shared|workers)/' },
      to: { path: '^apps/web/src/(app|features)/' },
    },
    only(
      'workers',
      'apps/web/src/workers',
      [inside('packages/(orderflow|contract)'), inside('apps/web/src/shared/http'), '^virtual:'],
      'Workers import the engine, the contract and the request code: no chart, no UI.',
    ),
    ...pageRules,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist(-next)?/', '^tools/broken-sample/', '^bench/node_modules'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
}
