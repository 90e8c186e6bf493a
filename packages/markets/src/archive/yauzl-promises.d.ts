// The promise calls of yauzl 3, which its published types (of version 2) do not know yet.
import type { Readable } from 'node:stream'

declare module 'yauzl' {
  export function openPromise(path: string, options?: Options): Promise<ZipFile>
  interface ZipFile {
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }
}
