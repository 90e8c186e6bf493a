import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from '@flowprint/i18n/en'
import { accounts } from '@flowprint/i18n/en/accounts'
import { admin } from '@flowprint/i18n/en/admin'
import { business } from '@flowprint/i18n/en/business'
import { alerts } from '@flowprint/i18n/en/alerts'
import { cycles } from '@flowprint/i18n/en/cycles'
import { depth } from '@flowprint/i18n/en/depth'
import { drawings } from '@flowprint/i18n/en/drawings'
import { help } from '@flowprint/i18n/en/help'
import { home } from '@flowprint/i18n/en/home'
import { membership } from '@flowprint/i18n/en/membership'
import { keys } from '@flowprint/i18n/en/keys'
import { moments } from '@flowprint/i18n/en/moments'
import { palette } from '@flowprint/i18n/en/palette'
import { practice } from '@flowprint/i18n/en/practice'
import { profiles } from '@flowprint/i18n/en/profiles'
import { promotion } from '@flowprint/i18n/en/promotion'
import { replay } from '@flowprint/i18n/en/replay'
import { noData } from '@flowprint/i18n/en/no-data'
import { timeAndSales } from '@flowprint/i18n/en/time-and-sales'
import { workspaces } from '@flowprint/i18n/en/workspaces'
import { signals } from '@flowprint/i18n/en/signals'
import { site } from '@flowprint/i18n/en/site'
import { style } from '@flowprint/i18n/en/style'
import { toolbar } from '@flowprint/i18n/en/toolbar'
import { tour } from '@flowprint/i18n/en/tour'
import { vwap } from '@flowprint/i18n/en/vwap'
import { workspace } from '@flowprint/i18n/en/workspace'
import { describe, expect, it } from 'vitest'

type Tree = { readonly [key: string]: string | Tree }

function paths(tree: Tree, above = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? above + key : paths(value, `${above}${key}.`),
  )
}

const root = join(import.meta.dirname, '..', '..', 'src')
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

/** Keys that are assembled at run time, as patterns. */
const patterns = [...source.matchAll(/`([a-z][\w.]*\.[^`\s]*\$\{[^`]*)`/g)].map(
  ([, text]) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`),
)

describe('every text of the pages', () => {
  it.each(
    paths({
      ...messages,
      accounts,
      alerts,
      admin,
      business,
      cycles,
      depth,
      drawings,
      help,
      home,
      membership,
      keys,
      moments,
      palette,
      practice,
      profiles,
      promotion,
      replay,
      noData,
      timeAndSales,
      workspaces,
      signals,
      site,
      style,
      toolbar,
      tour,
      vwap,
      workspace,
    }),
  )('%s is said somewhere', (path) => {
    expect(source.includes(`'${path}'`) || patterns.some((pattern) => pattern.test(path))).toBe(true)
  })
})

describe('the pages', () => {
  it('contain no hard-coded text', () => {
    // Text between tags, or in an accessible attribute.
    const spoken = [
      ...source.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+)\s*</g),
      ...source.matchAll(/(?:aria-label|title|placeholder)="([^"]+)"/g),
    ]
    expect(spoken.map(([, text]) => text)).toEqual([])
  })
})
