import type { Figures } from '../apps/web/src/shared/figures/figure-data.ts'

/** What the pictures of the indicators show; the same at every build. */
export function figureData(): Figures
