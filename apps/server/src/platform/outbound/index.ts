export { createPoster, readAddress } from './create-poster.ts'
export type { Post, PosterOptions } from './create-poster.ts'
export { OutboundError } from './outbound-error.ts'
