export { createBus, tapeTopic, INSTRUMENTS_TOPIC } from './bus.ts'
export type { Bus, FeedState, TapeEvent } from './bus.ts'
