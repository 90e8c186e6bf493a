// Sends what is due, prints `done`, and waits to be killed.
import pg from 'pg'
import { createClock } from '../../src/platform/clock/index.ts'
import { handlePoolErrors } from '../../src/platform/database/index.ts'
import { createKeys } from '../../src/platform/keys/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createComposer, createMailOutbox, openSmtp } from '../../src/platform/mail/index.ts'
import { sendDue } from '../send-due.ts'

const [databaseUrl, smtpUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
handlePoolErrors(pool, console.error)
const outbox = createMailOutbox({
  pool,
  clock: createClock(),
  log: createLog('silent'),
  host: 'flow.example',
  composer: createComposer({
    keys: createKeys(['a key for the mails of tests, long enough']),
    productName: 'Flowprint',
    businessTz: 'Asia/Shanghai',
  }),
  transport: openSmtp(smtpUrl, 'Flowprint <no-reply@flow.example>'),
})
setInterval(() => {}, 1000)
await sendDue(outbox, pool)
console.log('done')
