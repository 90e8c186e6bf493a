import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../support/environment.ts'

/**
 * Tag or commit of the release whose nodes run beside those of the current code. Set it to the new tag with every release:
 * a rolling upgrade starts from the release before.
 */
const PREVIOUS_RELEASE = '8a00f4eb8aba29752d10c9c672d3da3410fb3e9f'

/** null when the previous release is in this clone. */
export const missingRelease =
  spawnSync('git', ['cat-file', '-e', `${PREVIOUS_RELEASE}^{commit}`], { cwd: ROOT }).status === 0
    ? null
    : `the upgrade suite did not run: this clone has no ${PREVIOUS_RELEASE}, see PREVIOUS_RELEASE in e2e/upgrade/releases.ts`

/** What the program consists of, without its pages. */
const PARTS = ['package.json', 'packages', join('apps', 'server')]
const MIGRATIONS = join('apps', 'server', 'src', 'migrations')
/** Of the release that `createNextRelease` makes. */
export const NEXT_VERSION = '99.0.0'
export const NEXT_MIGRATION = '9999_next_release'

/** The previous release, in a new folder. */
export function extractPreviousRelease(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', PREVIOUS_RELEASE, '--', ...PARTS], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkModules(folder)
}

/**
 * The current code, in a new folder, with another version and one more migration, which programs may use that may use
 * the last one: the two releases differ even when no migration was written since the previous one.
 */
export function createNextRelease(folder: string): void {
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !['node_modules', 'test'].includes(basename(path)),
    })
  linkModules(folder)
  editJson<{ version: string }>(join(folder, 'package.json'), (manifest) => {
    manifest.version = NEXT_VERSION
  })
  editJson<{ entries: object[] }>(join(folder, MIGRATIONS, 'meta', '_journal.json'), ({ entries }) => {
    const last = entries.at(-1) as { tag: string; when: number; idx: number }
    entries.push({
      ...last,
      idx: last.idx + 1,
      when: last.when + 1,
      tag: NEXT_MIGRATION,
    })
  })
  // What an expanding migration may do to tables in use.
  writeFileSync(
    join(folder, MIGRATIONS, `${NEXT_MIGRATION}.sql`),
    [
      'CREATE TABLE next_release (id bigserial PRIMARY KEY, note text NOT NULL)',
      "ALTER TABLE tape_log ADD COLUMN next_note text, ADD COLUMN next_kind text NOT NULL DEFAULT 'plain'",
      'ALTER TABLE session ADD COLUMN next_note text',
      'ALTER TABLE derivatives_head ADD COLUMN next_note text',
      'ALTER TABLE market_stat ADD COLUMN next_note text',
      'ALTER TABLE alert ADD COLUMN next_account_id bigint REFERENCES account (id)',
      'CREATE INDEX alert_event_next ON alert_event (symbol, id)',
    ].join(';\n--> statement-breakpoint\n'),
  )
}

/** The installed libraries of the current code, and the packages of the release itself. */
function linkModules(folder: string): void {
  const target = join(folder, 'node_modules')
  const own = join(target, '@flowprint')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@flowprint') symlinkSync(join(ROOT, 'node_modules', name), join(target, name))
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(own, name))
    const nested = join('packages', name, 'node_modules')
    if (existsSync(join(ROOT, nested))) symlinkSync(join(ROOT, nested), join(folder, nested))
  }
}

function editJson<Content>(file: string, edit: (content: Content) => void): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as Content
  edit(content)
  writeFileSync(file, JSON.stringify(content))
}
