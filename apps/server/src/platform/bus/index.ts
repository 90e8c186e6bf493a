export {
  createBus,
  depthTopic,
  derivativesTopic,
  lessonTopic,
  tapeTopic,
  INSTRUMENTS_TOPIC,
  LESSONS_TOPIC,
  SCANNER_TOPIC,
} from './bus.ts'
export type { Bus, DepthEvent, DepthState, DerivativesEvent, DerivativesState, FeedState, TapeEvent } from './bus.ts'
export { connectNatsBus } from './nats-bus.ts'
export type { NatsBusOptions } from './nats-bus.ts'
