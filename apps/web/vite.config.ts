import { readFileSync } from 'node:fs'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { siteData } from '../../tools/site-data.mjs'

/** Where the server of a `vite` development session listens. */
const server = process.env.FLOWPRINT_SERVER ?? 'http://127.0.0.1:8080'
// The HTML and the first paint contain the product name; tools/build-web.mjs passes the operator's.
process.env.VITE_PRODUCT_NAME ??= 'Flowprint'

/** Matches modules below one of these paths. */
const below = (...places: string[]) =>
  new RegExp(places.map((place) => place.replaceAll('/', String.raw`[\\/]`)).join('|'))
const UI = '/apps/web/src/shared/ui/'
const ADMIN = '/apps/web/src/features/admin/'

/**
 * Modules that share a chunk. Without groups the build splits into dozens of chunks of half a kilobyte, which compress
 * worse and load in sequence. A group holds what all its pages need and nothing of the chart's first load, except for
 * the first group, which every page needs.
 */
const GROUPS = [
  {
    name: 'base',
    test: below(
      '/node_modules/(react|react-dom|scheduler|react-router|i18next|react-i18next|zustand|@tanstack/(?:react-query|query-core))/(?!.*(infiniteQueryObserver|useInfiniteQuery))',
      '/apps/web/src/trusted-types',
      '/apps/web/src/shared/(http/(?!retry|request-file)|i18n/(?!parts)|session/(?!pending-|forget-)|theme/(?!print|chart-)|local-store|navigation|site-settings)',
      `${UI}(button|dropdown|hover-open|icons|lazy-part|menu|overlays|roving|tag|toast|tooltip)`,
    ),
  },
  {
    name: 'overlays',
    test: below('/node_modules/(@base-ui|@floating-ui|reselect|use-sync-external-store)/', `${UI}overlay-kit`),
  },
  {
    name: 'forms',
    test: below('/node_modules/react-hook-form/', '/apps/web/src/shared/(forms/|http/field-faults)', `${UI}step-up/`),
  },
  // Dates are on every kind of page, the chart included.
  { name: 'times', test: below('/apps/web/src/shared/format/time\\.') },
  {
    name: 'shared',
    test: below(
      '/packages/contract/src/business/(limits|rules/money)',
      '/apps/web/src/shared/save-file',
      `${UI}(callout|choice|code-box|copy|dialog|link-button|page/|pager|progress|records|search-field|select|shorten|table/)`,
    ),
  },
  // The renderer, for the chart page and for the moving chart of the home page.
  {
    name: 'chart',
    test: below(
      '/packages/chart/(?!src/(depth|links)/)',
      '/apps/web/src/shared/theme/chart-theme',
      '/packages/orderflow/src/(units/|bars/(cycles|sequence-rule)|settings/settings)',
      '/node_modules/(lightweight-charts|fancy-canvas)/',
    ),
  },
  // What the chart's first load shares with what comes later.
  {
    name: 'order-flow',
    test: below(
      '/apps/web/src/shared/format/chart-time',
      '/apps/web/src/features/order-flow/model/(?!change-setting|depth-store|derivatives-store|funding-text|layout-history|lower-bound|moment-requests|packed-text|precision-options|preferences|profile-requests|quantity-text|symbols)',
      '/packages/orderflow/src/settings/',
    ),
  },
  { name: 'segmented', test: below(`${UI}segmented`) },
  // What the chart page shares with the pages of several charts and of moments.
  {
    name: 'chart-page',
    test: below(
      '/apps/web/src/features/order-flow/(chart-area|chart-page|page-placeholder|panel-boundary|panels\\.tsx|use-page-actions)',
      '/apps/web/src/features/order-flow/chart/(chart-|market-)',
      '/apps/web/src/features/order-flow/panels/(status/(status-line|chart-cover)|toolbar/(toolbar|symbol-button|cycle-select|precision-select))',
      '/apps/web/src/features/order-flow/ui/(deferred|skeleton-columns)',
    ),
  },
  {
    name: 'accounts',
    test: below('/apps/web/src/features/accounts/(calls|field-rules|handover|parts/)'),
  },
  { name: 'back-office', test: below(`${ADMIN}(calls|frame/|parts/|list/(choice|export|filter|search|select|use-))`) },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The manifest of the installed app: the operator's product name is in it, so that it is made by the build. */
const webManifest = (): Plugin => ({
  name: 'flowprint-web-manifest',
  generateBundle() {
    const name = process.env.VITE_PRODUCT_NAME
    const manifest = {
      id: '/order',
      name,
      short_name: name,
      start_url: '/order',
      scope: '/',
      display: 'standalone',
      // The dark theme's surface: the first paint follows the user's theme.
      background_color: '#0e1116',
      theme_color: '#0e1116',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    }
    this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) })
  },
})

export default defineConfig({
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  // The compiler memoises components and hooks: only our own page code has any.
  plugins: [
    siteData(),
    webManifest(),
    tailwindcss(),
    react(),
    babel({
      presets: [reactCompilerPreset()],
      include: /[\\/]apps[\\/]web[\\/]src[\\/](app|features|shared)[\\/].*\.tsx?$/,
    }),
  ],
  // The content security policy allows no inline script: the preload polyfill would be one, and small assets
  // turned into data: addresses would be refused as well.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The size check reads which files a route imports statically from here.
    manifest: true,
    chunkSizeWarningLimit: 700,
    // Plug-in timings would only clutter the output of npm start.
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: server, ws: true } } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
})
