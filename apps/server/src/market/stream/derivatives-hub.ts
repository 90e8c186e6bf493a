import { DelayedDerivatives } from './delayed-derivatives.ts'
import { DerivativesChannel } from './derivatives-channel.ts'
import type { DerivativesDeps } from './derivatives-channel.ts'
import { ViewHub } from './view-hub.ts'

/** The derivatives data that readers of this process follow. */
export class DerivativesHub extends ViewHub<DerivativesChannel, DelayedDerivatives> {
  constructor(deps: DerivativesDeps) {
    super({
      ...deps,
      openChannel: (instrument) => new DerivativesChannel(instrument, deps),
      openDelayed: (channel, delayMs) => new DelayedDerivatives(channel, delayMs, deps),
    })
  }
}
