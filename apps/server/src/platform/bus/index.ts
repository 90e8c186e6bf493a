export { createBus, tapeTopic, INSTRUMENTS_TOPIC } from './bus.ts'
export type { Bus, FeedState, TapeEvent } from './bus.ts'
export { connectNatsBus } from './nats-bus.ts'
export type { NatsBus, NatsBusOptions } from './nats-bus.ts'
