// Evaluates and delivers alerts like a worker; prints `event` and `sent` so that it can be killed in between.
import pg from 'pg'
import { createDeliveryOutbox } from '../../src/modules/alerts/deliver/delivery-outbox.ts'
import { loadPushIdentity } from '../../src/modules/alerts/deliver/send.ts'
import { AlertWorker } from '../../src/modules/alerts/evaluate/alert-worker.ts'
import { MarketHub } from '../../src/market/index.ts'
import { openDepthStore, openDerivativesStore, openStore } from '../../src/market/store/index.ts'
import { createBus } from '../../src/platform/bus/index.ts'
import { createClock } from '../../src/platform/clock/index.ts'
import { handlePoolErrors, numberTypes } from '../../src/platform/database/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { LEASE_TIMEOUT_MS, Leases } from '../../src/platform/lease/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMailQueue } from '../../src/platform/mail/index.ts'
import { startOutbox } from '../../src/platform/jobs/index.ts'
import { createPoster } from '../../src/platform/outbound/index.ts'

const [url, key, ca] = process.argv.slice(2)
const writeLine = (line: string): void => console.log(line)
const pool = new pg.Pool({ connectionString: url, types: numberTypes, max: 8 })
handlePoolErrors(pool, (error) => writeLine(error.message))
const bus = createBus((error) => writeLine(String(error)))
const clock = createClock()
const log = createLog('silent')
const keys = createKeys([key])
const store = openStore({ pool, url, bus, relay: true })
const toHere = createPoster({ resolve: async () => ['127.0.0.1'], allows: (address) => address === '127.0.0.1', ca })
const outbox = createDeliveryOutbox({
  pool,
  keys,
  clock,
  log,
  mail: createMailQueue({ keys, clock, keep: true }),
  identity: () => loadPushIdentity({ pool, keys, clock }),
  appUrl: 'https://flow.example',
  post: async (posting) => {
    writeLine('sending')
    const answer = await toHere(posting)
    writeLine('sent')
    return answer
  },
})
const leases = new Leases(url)
const listInstruments = () => store.listInstruments()
const depth = openDepthStore({ pool, url, bus, leases, listInstruments })
const derivatives = openDerivativesStore({ pool, url, bus, leases, listInstruments })
const hub = new MarketHub({ store, derivatives, bus, clock, log })
const worker = new AlertWorker({
  pool,
  leases: new Leases(url, { timeoutMs: LEASE_TIMEOUT_MS }),
  store,
  depth,
  derivatives,
  hub,
  bus,
  clock,
  log,
  freeDelayMs: 0,
  pollMs: 50,
})
await outbox.enqueueDue()
startOutbox(
  {
    ...outbox,
    attempt: (id) => {
      writeLine('event')
      return outbox.attempt(id)
    },
  },
  pool,
  log,
)
await worker.poll()
writeLine('ready')
