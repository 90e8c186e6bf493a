import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

const folder = mkdtempSync(join(tmpdir(), 'flowprint-archive-'))
let made = 0

/** Writes a file into a folder of this test run and returns its path. */
export function writeArchive(name: string, content: string | Uint8Array): string {
  const file = join(folder, `${made++}-${name}`)
  writeFileSync(file, content)
  return file
}

export const gzipped = (text: string) => gzipSync(text)

/** A zip archive with deflated entries, as the venues publish them. */
export function zipped(entries: Readonly<Record<string, string>>, damage = false): Uint8Array {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text)
    const packed = deflateRawSync(data)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE((crc32(data) + (damage ? 1 : 0)) % 2 ** 32, 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(data.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([20, 0]), head, tail, Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
