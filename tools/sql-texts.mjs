// The SQL statements of source files: string literals, their concatenations and templates. Used by the test that every
// statement of the market store filters by instrument.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'

/** Values of expressions that are not constants: numbers are the only ones that the store interpolates. */
const UNKNOWN = ['0']
const STATEMENT = /^\s*(?:with|select|insert|update|delete)\s/i

/** Every statement in the TypeScript files of a folder, as { file, text }; constants of the file are filled in. */
export function sqlTextsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => sqlTextsOf(readFileSync(join(folder, file), 'utf8'), file))
}

export function sqlTextsOf(code, file) {
  const { program, errors } = parseSync(file, code, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const constants = new Map()
  visit(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const')
      for (const { id, init } of node.declarations) if (id.type === 'Identifier' && init) constants.set(id.name, [init])
    // for (const table of ['a', 'b'])
    if (node.type === 'ForOfStatement' && node.right.type === 'ArrayExpression') {
      const { name } = node.left.declarations[0].id
      constants.set(name, [...(constants.get(name) ?? []), ...node.right.elements])
    }
  })
  const found = []
  const collect = (node) => {
    if (!isText(node)) return true
    const texts = valuesOf(node, constants).filter((text) => STATEMENT.test(text))
    found.push(...texts.map((text) => ({ file, text })))
    return texts.length === 0
  }
  visit(program, collect)
  return found
}

const isText = (node) =>
  (node.type === 'Literal' && typeof node.value === 'string') ||
  node.type === 'TemplateLiteral' ||
  (node.type === 'BinaryExpression' && node.operator === '+')

/** All texts that an expression can have. */
function valuesOf(node, constants, depth = 0) {
  if (depth > 20) return UNKNOWN
  const next = (inner) => valuesOf(inner, constants, depth + 1)
  switch (node.type) {
    case 'Literal':
      return [String(node.value)]
    case 'BinaryExpression':
      return node.operator === '+' ? product([next(node.left), next(node.right)]) : UNKNOWN
    case 'TemplateLiteral':
      return product(
        node.quasis.flatMap(({ value }, i) => [
          [value.cooked],
          ...(i < node.expressions.length ? [next(node.expressions[i])] : []),
        ]),
      )
    case 'ConditionalExpression':
      return [...next(node.consequent), ...next(node.alternate)]
    case 'Identifier':
      return constants.has(node.name) ? constants.get(node.name).flatMap(next) : UNKNOWN
    default:
      return UNKNOWN
  }
}

const product = (parts) =>
  parts.reduce((texts, values) => texts.flatMap((text) => values.map((value) => text + value)), [''])

/** Calls `enter` for every node; false: its children are not visited. */
function visit(node, enter) {
  if (enter(node) === false) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof child.type === 'string') visit(child, enter)
    }
  }
}
