import { createHash } from 'node:crypto'

const HASH_BYTES = 6

/**
 * The node that owns a key, by rendezvous hashing: the one with the highest hash of (node, key). Every process with the
 * same list finds the same owner, and a node that joins or leaves moves only its own share of the keys. null without
 * nodes. Cost: one SHA-256 per node.
 */
export function ownerOf(key: string, nodeIds: readonly number[]): number | null {
  let owner: number | null = null
  let best = -1
  for (const id of nodeIds) {
    const hash = createHash('sha256').update(`${id} ${key}`).digest().readUIntBE(0, HASH_BYTES)
    if (hash > best || (hash === best && id < (owner as number))) [owner, best] = [id, hash]
  }
  return owner
}
