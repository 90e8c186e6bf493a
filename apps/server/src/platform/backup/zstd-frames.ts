import { damaged } from './file-format.ts'

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
/** Bytes of the fields in a frame header, by their flags (RFC 8878, 3.1.1.1). */
const DICTIONARY_ID_BYTES = [0, 1, 2, 4]
const CONTENT_SIZE_BYTES = [0, 2, 4, 8]
const BLOCK_HEADER_BYTES = 3
const BLOCK_RLE = 1
const BLOCK_RESERVED = 3
const CHECKSUM_BYTES = 4

/**
 * Parses the frames of a zstd stream, however it is split into chunks. Throws StartError on bytes outside a frame, and
 * in `end` when the last frame is incomplete: the decompressor ignores both once it has delivered the content.
 * Compressors may end with an empty frame.
 */
export class ZstdFrames {
  #step: 'magic' | 'flags' | 'block' = 'magic'
  /** Bytes to skip before the step. */
  #skip = 0
  /** Bytes of the step read so far. */
  #read = 0
  #block = 0
  #hasChecksum = false

  feed(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const skipped = Math.min(this.#skip, chunk.length - at)
      at += skipped
      this.#skip -= skipped
      if (at < chunk.length) this.#take(chunk[at++])
    }
  }

  end(): void {
    if (this.#step !== 'magic' || this.#read > 0 || this.#skip > 0) throw damaged('it breaks off before its end')
  }

  #take(byte: number): void {
    if (this.#step === 'magic') {
      if (byte !== MAGIC[this.#read]) throw damaged('it goes on after its end')
      if (++this.#read === MAGIC.length) this.#goTo('flags', 0)
    } else if (this.#step === 'flags') {
      const isSingleSegment = (byte & 0x20) !== 0
      const contentSize = byte >> 6 === 0 && isSingleSegment ? 1 : CONTENT_SIZE_BYTES[byte >> 6]
      this.#hasChecksum = (byte & 4) !== 0
      this.#goTo('block', (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[byte & 3] + contentSize)
    } else {
      this.#block |= byte << (8 * this.#read)
      if (++this.#read === BLOCK_HEADER_BYTES) this.#passBlock(this.#block)
    }
  }

  #passBlock(header: number): void {
    const type = (header >> 1) & 3
    if (type === BLOCK_RESERVED) throw damaged('a block of it is of no known kind')
    const bytes = type === BLOCK_RLE ? 1 : header >> 3
    if ((header & 1) === 0) this.#goTo('block', bytes)
    else this.#goTo('magic', bytes + (this.#hasChecksum ? CHECKSUM_BYTES : 0))
  }

  #goTo(step: 'magic' | 'flags' | 'block', skip: number): void {
    this.#step = step
    this.#skip = skip
    this.#read = 0
    this.#block = 0
  }
}
