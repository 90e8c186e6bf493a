import { createBus } from '../src/platform/bus/index.ts'
import { NodeExchange } from '../src/platform/exchange/index.ts'
import { createLog } from '../src/platform/log/index.ts'

/** The exchange of a single process: nothing is sent. */
export const alone = (): NodeExchange => new NodeExchange({ bus: createBus(() => {}), log: createLog('silent') })
