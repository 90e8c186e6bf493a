import type { DerivativesFigure } from '../apps/web/src/features/help/figures/recorded/recorded-data.ts'

export function derivativesFigureData(): DerivativesFigure
