import type { BookFigures } from '../apps/web/src/features/help/figures/recorded/recorded-data.ts'

export function bookFigureData(): BookFigures
