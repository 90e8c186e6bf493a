import { list } from '../watchlist/view.ts'
export const tape = list
