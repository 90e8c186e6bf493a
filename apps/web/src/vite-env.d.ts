/// <reference types="vite/client" />

/** Made at the build by tools/site-data.mjs. */
declare module 'virtual:figures' {
  const data: import('./shared/figures/figure-data.ts').Figures
  export default data
}
