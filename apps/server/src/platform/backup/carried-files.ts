import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, messageOf, StartError } from '../errors/index.ts'
import { keyIdOf } from '../keys/index.ts'

/** Files of DATA_DIR that cannot be recreated. The cluster is covered by the tables; downloads can be fetched again. */
const CARRIED = ['app-key', 'dev-accounts.json']

export interface Secrets {
  readonly files: Readonly<Record<string, string>>
  readonly keyIds: readonly string[]
}

interface KeyEnv {
  readonly appKeys: readonly string[]
  readonly dataDir: string
}

/** The carried files and the ids of the keys in use: from APP_KEY, or from `DATA_DIR/app-key`. */
export function readSecrets({ appKeys, dataDir }: KeyEnv): Secrets {
  const files: Record<string, string> = {}
  for (const name of CARRIED) {
    const path = join(dataDir, name)
    if (existsSync(path)) files[name] = readFileSync(path, 'utf8')
  }
  const keys = appKeys.length > 0 ? appKeys : 'app-key' in files ? [files['app-key'].trim()] : []
  return { files, keyIds: keys.map(keyIdOf) }
}

/** Throws StartError when the keys of this configuration cannot open what the backup has sealed. */
export function checkKeys(kept: Secrets, env: KeyEnv): void {
  const [wanted] = kept.keyIds
  if (wanted === undefined) return
  const here = env.appKeys.length > 0 || !('app-key' in kept.files) ? readSecrets(env).keyIds : kept.keyIds
  if (here.includes(wanted)) return
  throw new StartError(
    'The backup was made with another APP_KEY: authenticator secrets, webhooks and pushes in it could not be opened.\n' +
      'Set APP_KEY to the one of then (or append it to yours after a comma). If it is lost: --lost-key restores all the same.',
  )
}

/** Writes the carried files with mode 0600. Existing files are never changed: one with other content is refused. */
export function writeFiles(files: Readonly<Record<string, string>>, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  for (const name of CARRIED) {
    const text = files[name]
    if (text === undefined) continue
    const path = join(dataDir, name)
    try {
      writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new StartError(`${path} cannot be written: ${messageOf(error)}`)
      if (readFileSync(path, 'utf8') !== text)
        throw new StartError(`${path} is another installation's: restore into an empty DATA_DIR.`)
    }
  }
}
