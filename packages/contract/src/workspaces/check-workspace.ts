import {
  MAX_SPLIT_DEPTH,
  MAX_TAB_CELLS,
  MAX_TAB_CHARTS,
  MAX_WORKSPACE_LENGTH,
  MAX_WORKSPACE_NAME_LENGTH,
  MAX_WORKSPACE_TABS,
  MIN_PART_SIZE,
  SPLIT_SIZE,
} from '../limits.ts'
import { ASCII, CLEAN_TEXT, KEPT_SYMBOL, MAX_SYMBOL_LENGTH } from '../stored-texts.ts'
import {
  CELL_FIELDS,
  CELL_ID,
  CELL_KINDS,
  CELL_TEXT_LENGTHS,
  GROUP_COLOURS,
  GROUP_LINKS,
  SPLIT_DIRECTIONS,
  WORKSPACE_FORMAT,
  type CellField,
  type CellKind,
} from './document.ts'

/** What is wrong with one field of a workspace. */
export interface WorkspaceFault {
  /** Path of the field: tabs.0.cells.2.cycle. */
  readonly field: string
  readonly error: 'REQUIRED' | 'NOT_A_CHOICE' | 'GIVEN_TWICE' | 'TOO_MANY_KEPT' | 'TOO_LONG' | 'BAD_BODY'
  readonly params: Readonly<Record<string, string | number>>
}

/**
 * Checks a document of unknown origin: form, limits and what a schema cannot express.
 *
 * Output  every fault, in the order of the document; empty if the value is a WorkspaceDocument
 * @param path field of the document, before the path of each fault
 */
export function checkWorkspace(value: unknown, path = ''): readonly WorkspaceFault[] {
  const checker = new Checker()
  checker.document(value, path)
  return checker.faults
}

type Fields = Readonly<Record<string, unknown>>

class Checker {
  readonly faults: WorkspaceFault[] = []

  document(value: unknown, path: string): void {
    const found = this.#object(value, path, ['format', 'active', 'tabs'])
    if (found === null) return
    this.#choice(found.format, join(path, 'format'), [WORKSPACE_FORMAT])
    const tabs = this.#list(found.tabs, join(path, 'tabs'), 1, MAX_WORKSPACE_TABS)
    for (const [i, tab] of tabs.entries()) this.#tab(tab, join(path, `tabs.${i}`))
    this.#integer(found.active, join(path, 'active'), 0, Math.max(0, tabs.length - 1))
    // Only now is the depth known to be small enough for JSON.stringify.
    if (this.faults.length === 0 && JSON.stringify(value).length > MAX_WORKSPACE_LENGTH)
      this.#add(path || 'document', 'TOO_LONG', { max: MAX_WORKSPACE_LENGTH })
  }

  #tab(value: unknown, path: string): void {
    const found = this.#object(value, path, ['name', 'grid', 'cells', 'groups'], ['maximised'])
    if (found === null) return
    this.#name(found.name, join(path, 'name'))
    const colours = this.#groups(found.groups, join(path, 'groups'))
    const cells = this.#list(found.cells, join(path, 'cells'), 1, MAX_TAB_CELLS)
    const ids = new Set<unknown>()
    for (const [i, cell] of cells.entries()) this.#cell(cell, join(path, `cells.${i}`), { ids, colours })
    const charts = cells.filter((cell) => (cell as Fields | null)?.kind === 'chart').length
    if (charts > MAX_TAB_CHARTS) this.#add(join(path, 'cells'), 'TOO_MANY_KEPT', { max: MAX_TAB_CHARTS })
    const placed = new Set<unknown>()
    this.#split(found.grid, join(path, 'grid'), { ids, placed, level: 1 })
    for (const [i, cell] of cells.entries()) {
      const id = (cell as Fields | null)?.id
      if (typeof id === 'string' && !placed.has(id)) this.#bad(join(path, `cells.${i}.id`), 'a cell of the grid')
    }
    if (found.maximised !== undefined && !ids.has(found.maximised))
      this.#bad(join(path, 'maximised'), 'the id of a cell of this tab')
  }

  #groups(value: unknown, path: string): ReadonlySet<unknown> {
    const colours = new Set<unknown>()
    for (const [i, group] of this.#list(value, path, 0, GROUP_COLOURS.length).entries()) {
      const found = this.#object(group, join(path, i), ['colour', 'links'])
      if (found === null) continue
      this.#choice(found.colour, join(path, `${i}.colour`), GROUP_COLOURS)
      this.#once(found.colour, join(path, `${i}.colour`), colours)
      const links = new Set<unknown>()
      for (const [j, link] of this.#list(found.links, join(path, `${i}.links`), 0, GROUP_LINKS.length).entries()) {
        this.#choice(link, join(path, `${i}.links.${j}`), GROUP_LINKS)
        this.#once(link, join(path, `${i}.links.${j}`), links)
      }
    }
    return colours
  }

  #cell(
    value: unknown,
    path: string,
    { ids, colours }: { readonly ids: Set<unknown>; readonly colours: ReadonlySet<unknown> },
  ): void {
    const found = this.#object(value, path, ['id', 'kind'], ['group', 'symbol', ...TEXT_FIELDS])
    if (found === null) return
    this.#pattern(found.id, join(path, 'id'), CELL_ID_PATTERN, '1 to 12 lowercase letters and digits')
    this.#once(found.id, join(path, 'id'), ids)
    if (found.group !== undefined && !colours.has(found.group))
      this.#bad(join(path, 'group'), 'the colour of a group of this tab')
    if (!this.#choice(found.kind, join(path, 'kind'), CELL_KINDS)) return
    const kind = found.kind as CellKind
    const allowed: readonly CellField[] = CELL_FIELDS[kind]
    for (const field of ['symbol', ...TEXT_FIELDS] as const) {
      const text = found[field]
      const at = join(path, field)
      if (text === undefined) continue
      if (!allowed.includes(field)) this.#bad(at, `absent from a cell of kind ${kind}`)
      else if (field === 'symbol') {
        if (this.#pattern(text, at, SYMBOL_PATTERN, 'a symbol such as BINANCE:LTCUSDT'))
          this.#maxLength(text as string, at, MAX_SYMBOL_LENGTH)
      } else if (this.#pattern(text, at, ASCII_PATTERN, 'text of printable ASCII characters')) {
        this.#maxLength(text as string, at, CELL_TEXT_LENGTHS[field])
      }
    }
  }

  #split(
    value: unknown,
    path: string,
    {
      ids,
      placed,
      level,
    }: { readonly ids: ReadonlySet<unknown>; readonly placed: Set<unknown>; readonly level: number },
  ): void {
    const found = this.#object(value, path, ['direction', 'parts'])
    if (found === null) return
    this.#choice(found.direction, join(path, 'direction'), SPLIT_DIRECTIONS)
    const parts = this.#list(found.parts, join(path, 'parts'), 1, MAX_TAB_CELLS)
    let sum = 0
    for (const [i, part] of parts.entries()) {
      const at = join(path, `parts.${i}`)
      const inner = this.#object(part, at, ['size'], level < MAX_SPLIT_DEPTH ? ['cell', 'split'] : ['cell'])
      if (inner === null) continue
      if (this.#integer(inner.size, join(at, 'size'), MIN_PART_SIZE, SPLIT_SIZE)) sum += inner.size as number
      if ((inner.cell === undefined) === (inner.split === undefined)) this.#bad(at, 'a cell or a split')
      else if (inner.split !== undefined) {
        // Deeper ones are refused as an unknown field, however deep they are.
        if (level < MAX_SPLIT_DEPTH) this.#split(inner.split, join(at, 'split'), { ids, placed, level: level + 1 })
      } else if (ids.has(inner.cell)) this.#once(inner.cell, join(at, 'cell'), placed)
      else this.#bad(join(at, 'cell'), 'the id of a cell of this tab')
    }
    if (sum !== SPLIT_SIZE) this.#bad(join(path, 'parts'), `parts whose sizes add up to ${SPLIT_SIZE}`)
  }

  /** Null, with a fault, if it is none; faults for missing and unknown fields. */
  #object(value: unknown, path: string, required: readonly string[], optional: readonly string[] = []): Fields | null {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#bad(path || 'document', 'an object')
      return null
    }
    for (const field of required) {
      if (!Object.hasOwn(value, field)) this.#add(join(path, field), 'REQUIRED', {})
    }
    const known = [...required, ...optional]
    for (const field of Object.keys(value)) {
      if (!known.includes(field)) this.#bad(join(path, field), `one of ${known.join(', ')}`)
    }
    return value as Fields
  }

  /** Empty, with a fault, if it is none or too long; missing fields have their fault already. */
  #list(value: unknown, path: string, min: number, max: number): readonly unknown[] {
    if (value === undefined) return []
    if (Array.isArray(value) && value.length >= min && value.length <= max) return value as unknown[]
    if (Array.isArray(value) && value.length > max) this.#add(path, 'TOO_MANY_KEPT', { max })
    else this.#bad(path, min === 0 ? 'a list' : `a list of ${min} to ${max}`)
    return []
  }

  #integer(value: unknown, path: string, min: number, max: number): boolean {
    if (value === undefined) return false
    const isValid = Number.isInteger(value) && (value as number) >= min && (value as number) <= max
    if (!isValid) this.#bad(path, `a whole number from ${min} to ${max}`)
    return isValid
  }

  #choice(value: unknown, path: string, allowed: readonly unknown[]): boolean {
    if (value === undefined) return false
    const isValid = allowed.includes(value)
    if (!isValid) this.#add(path, 'NOT_A_CHOICE', { allowed: allowed.join(', ') })
    return isValid
  }

  #once(value: unknown, path: string, seen: Set<unknown>): void {
    if (value === undefined) return
    if (seen.has(value)) this.#add(path, 'GIVEN_TWICE', {})
    seen.add(value)
  }

  #pattern(value: unknown, path: string, pattern: RegExp, expected: string): boolean {
    if (value === undefined) return false
    const isValid = typeof value === 'string' && pattern.test(value)
    if (!isValid) this.#bad(path, expected)
    return isValid
  }

  #name(value: unknown, path: string): void {
    if (!this.#pattern(value, path, CLEAN_PATTERN, 'text without control characters')) return
    const name = value as string
    if (name.trim() === '') this.#add(path, 'REQUIRED', {})
    // PostgreSQL cannot store them.
    if (!name.isWellFormed()) this.#bad(path, 'text without unpaired surrogates')
    this.#maxLength(name, path, MAX_WORKSPACE_NAME_LENGTH)
  }

  #maxLength(value: string, path: string, max: number): void {
    // As schemas count: characters, not UTF-16 units.
    if (value.length > max && [...value].length > max) this.#add(path, 'TOO_LONG', { max })
  }

  #bad(field: string, expected: string): void {
    this.#add(field, 'BAD_BODY', { expected })
  }

  #add(field: string, error: WorkspaceFault['error'], params: WorkspaceFault['params']): void {
    this.faults.push({ field, error, params })
  }
}

const TEXT_FIELDS = Object.keys(CELL_TEXT_LENGTHS) as (keyof typeof CELL_TEXT_LENGTHS)[]
const CELL_ID_PATTERN = new RegExp(CELL_ID)
const SYMBOL_PATTERN = new RegExp(KEPT_SYMBOL)
const ASCII_PATTERN = new RegExp(ASCII)
const CLEAN_PATTERN = new RegExp(CLEAN_TEXT)

const join = (path: string, field: string | number) => (path === '' ? String(field) : `${path}.${field}`)
