import type { BusinessEvents } from '../../platform/events/index.ts'
import { earnShare } from './earn-share.ts'
import { startTrial } from './start-trial.ts'
import { takeShareBack } from './take-share-back.ts'

/** What promotion does when something happens elsewhere, within the same transaction. */
export function hearBusinessEvents(events: BusinessEvents): void {
  events.on('accountActivated', startTrial)
  events.on('orderPassed', earnShare)
  events.on('orderReversed', takeShareBack)
}
