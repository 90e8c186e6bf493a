export { createPoster, readAddress, OutboundError } from './create-poster.ts'
export type { Post, PosterOptions } from './create-poster.ts'
