export { Nodes } from './nodes.ts'
export type { Node, NodesOptions } from './nodes.ts'
export { ownerOf } from './owner.ts'
export { watchSeparateNodes } from './separate-nodes.ts'
