export { createBus, depthTopic, tapeTopic, INSTRUMENTS_TOPIC } from './bus.ts'
export type { Bus, DepthEvent, DepthState, FeedState, TapeEvent } from './bus.ts'
export { connectNatsBus } from './nats-bus.ts'
export type { NatsBusOptions } from './nats-bus.ts'
