import { DelayedDepth } from './delayed-depth.ts'
import { DepthChannel } from './depth-channel.ts'
import type { DepthDeps } from './depth-channel.ts'
import { ViewHub } from './view-hub.ts'

/** The order books that readers of this process follow. */
export class DepthHub extends ViewHub<DepthChannel, DelayedDepth> {
  readonly deps: DepthDeps

  constructor(deps: DepthDeps) {
    super({
      ...deps,
      openChannel: (instrument) => new DepthChannel(instrument, deps),
      openDelayed: (channel, delayMs) => new DelayedDepth(channel, delayMs, deps),
    })
    this.deps = deps
  }
}
