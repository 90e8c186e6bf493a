import type { Plugin } from 'vite'

/** Answers imports of what is computed from the simulated market at the build. */
export function siteData(): Plugin
