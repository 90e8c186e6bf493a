import type { BusinessEvents } from '../../platform/events/index.ts'
import { earnShare } from './earn-share.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { startTrial } from './start-trial.ts'
import { takeShareBack } from './take-share-back.ts'

/** Registers promotion's handlers of business events. They run in the transaction of the event. */
export function hearBusinessEvents(events: BusinessEvents, deps: Pick<PromotionDeps, 'mail' | 'appUrl'>): void {
  events.on('accountActivated', (client, fact) => startTrial(client, deps, fact))
  events.on('orderPassed', earnShare)
  events.on('orderReversed', takeShareBack)
}
