import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { sharedFile } from '@flowprint/testkit'
import { simulatedFile, SPY } from './data.ts'
import { withTempFolder } from './temp-folder.ts'

const IMPORTS = 3
const COMMAND = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'commands', 'import.ts')
/** Pause between two requests, as of a browsing client. */
const PAUSE_MS = 20

/** Repeats `request` while several imports run one after the other; returns the number of requests. */
export function withImportsBeside(dataDir: string, pool: Pool, request: () => Promise<void>): Promise<number> {
  return withTempFolder(async (folder) => {
    const file = sharedFile(SPY) ?? simulatedFile(folder, 1_900_000)
    await forgetImports(pool)
    let running = true
    const imports = (async () => {
      for (let i = 0; i < IMPORTS; i++) await runImport(dataDir, file, `BENCH:BESIDE${i}`)
    })().finally(() => {
      running = false
    })
    while (running) {
      await request()
      await sleep(PAUSE_MS)
    }
    await imports
    await forgetImports(pool)
    return IMPORTS
  })
}

function runImport(dataDir: string, file: string, symbol: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, file, '--symbol', symbol], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`bench: the import ended with ${code}: ${said}`)),
    )
  })
}

/** Removes the imported data, so that the stored tape stays the same between runs. */
async function forgetImports(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: number }>("select id from instrument where symbol like 'BENCH:%'")
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return
  for (const table of ['tape_chunk', 'footprint_block', 'tape_log', 'coverage', 'recommended_precision', 'tape_head']) {
    await pool.query(`delete from ${table} where instrument_id = any($1)`, [ids])
  }
  await pool.query('delete from instrument where id = any($1)', [ids])
}
