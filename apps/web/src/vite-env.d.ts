/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** PRODUCT_NAME at the build. */
  readonly VITE_PRODUCT_NAME?: string
  /** Version of the root package. */
  readonly VITE_VERSION?: string
}

/** Made at the build by tools/site-data.mjs. */
declare module 'virtual:figures' {
  const data: import('./shared/figures/figure-data.ts').Figures
  export default data
}

declare module 'virtual:book-figures' {
  const data: import('./features/help/figures/recorded/recorded-data.ts').BookFigures
  export default data
}

declare module 'virtual:derivatives-figures' {
  const data: import('./features/help/figures/recorded/recorded-data.ts').DerivativesFigure
  export default data
}

declare module 'virtual:demo-tape' {
  const address: string
  export default address
}
