import type { BusinessEvents } from '../../platform/events/index.ts'
import { earnShare } from './earn-share.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { startTrial } from './start-trial.ts'
import { reverseShare } from './reverse-share.ts'

/** Registers promotion's handlers of business events. They run in the transaction of the event. */
export function registerBusinessEventHandlers(
  events: BusinessEvents,
  deps: Pick<PromotionDeps, 'mail' | 'appUrl'>,
): void {
  events.on('accountActivated', (client, fact) => startTrial(client, deps, fact))
  events.on('orderPassed', earnShare)
  events.on('orderReversed', reverseShare)
}
