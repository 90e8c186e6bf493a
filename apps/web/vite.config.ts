import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { siteData } from '../../tools/site-data.mjs'

/** Where the server of a `vite` development session listens. */
const server = process.env.FLOWPRINT_SERVER ?? 'http://127.0.0.1:8080'

/** React, the router, words and calls. */
const BASE = new RegExp([
  String.raw`[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|zustand|@tanstack[\\/][\w-]+)[\\/]`,
  String.raw`[\\/]apps[\\/]web[\\/]src[\\/]shared[\\/](http|i18n|session|theme)[\\/]`,
].join('|'))

/** What forms, lists and dialogs are made of: of the pages around the chart, never of the chart's first load. */
const PARTS = new RegExp([
  String.raw`[\\/]node_modules[\\/]tdesign-react[\\/]es[\\/](_util|button|common|config-provider|hooks|input|loading|locale|style)[\\/]`,
  String.raw`[\\/]apps[\\/]web[\\/]src[\\/]shared[\\/]ui[\\/](form|step-up|page)[\\/]`,
  String.raw`[\\/]apps[\\/]web[\\/]src[\\/]shared[\\/]ui[\\/](copy|link-button|pager|search-field|shorten|time-)`,
  String.raw`[\\/]apps[\\/]web[\\/]src[\\/]features[\\/]admin[\\/](calls|frame|list|parts)`,
  String.raw`[\\/]packages[\\/]contract[\\/]src[\\/]business[\\/]`,
].join('|'))

export default defineConfig({
  // The compiler memoises components and hooks: only our own page code has any.
  plugins: [siteData(), react(), babel({ presets: [reactCompilerPreset()], include: /[\\/]apps[\\/]web[\\/]src[\\/](app|features|shared)[\\/].*\.tsx?$/ })],
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
    // Where the build spends its seconds is no news to whoever starts the program.
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What every page needs is one file: left to itself it falls apart into small ones, which compress worse.
      output: { codeSplitting: { groups: [
        { name: 'base', test: BASE, priority: 2 },
        // Thirty files of half a kilobyte wait for each other: what the same pages share comes as one, too small ones join the nearest.
        { name: 'parts', test: PARTS, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 24_000 },
      ] } },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: server, ws: true } } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
})
