import { ID_PREFIX } from './addresses.ts'

export interface Heading {
  readonly id: string
  readonly text: string
  /** 2 for a chapter, 3 below it … */
  readonly depth: number
}

/** The part of the syntax tree that is used. */
interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

function nameOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'part'
  )
}

/**
 * Makes the page's heading the only h1, gives every heading of the text an id (its words, numbered when repeated) and
 * collects it in `found`.
 */
export function nameHeadings(found: Heading[]) {
  const taken = new Set<string>()
  const visit = (node: Node) => {
    const degree = /^h([1-6])$/.exec(node.tagName ?? '')
    if (degree && node.properties?.id === undefined) {
      const depth = Math.max(2, Number(degree[1]))
      const text = textOf(node).trim()
      const name = nameOf(text)
      let id = name
      for (let number = 2; taken.has(id); number++) id = `${name}-${number}`
      taken.add(id)
      node.tagName = `h${depth}`
      node.properties = { ...node.properties, id: ID_PREFIX + id }
      found.push({ id: ID_PREFIX + id, text, depth })
    }
    node.children?.forEach(visit)
  }
  return () => visit
}
