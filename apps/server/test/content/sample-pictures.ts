import { crc32, deflateSync } from 'node:zlib'

const from = (text: string): Buffer => Buffer.from(text, 'base64')

/** Written by ImageMagick: 5 × 4 baseline and progressive, 7 × 6 lossy and lossless, 9 × 8 with transparency. */
export const JPEG = from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAEAAUDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ADoDFU3/2Q==',
)
export const PROGRESSIVE = from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wgARCAAEAAUDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABUBAQEAAAAAAAAAAAAAAAAAAAUH/9oADAMBAAIQAxAAAAELuKv/xAAWEAADAAAAAAAAAAAAAAAAAAAABBT/2gAIAQEAAQUCuYP/xAAXEQADAQAAAAAAAAAAAAAAAAAABRZT/9oACAEDAQE/Abx3qf/EABkRAAEFAAAAAAAAAAAAAAAAAAAFF1OR8P/aAAgBAgEBPwFukCLUf//EABUQAQEAAAAAAAAAAAAAAAAAAAAy/9oACAEBAAY/Arf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/IW//2gAMAwEAAgADAAAAED//xAAXEQADAQAAAAAAAAAAAAAAAAAAEdHw/9oACAEDAQE/EMnT/8QAFhEAAwAAAAAAAAAAAAAAAAAAABHw/9oACAECAQE/EJof/8QAFxABAAMAAAAAAAAAAAAAAAAAAQDR8P/aAAgBAQABPxDIbn//2Q==',
)
export const LOSSY = from(
  'UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoHAAYAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=',
)
export const LOSSLESS = from('UklGRiAAAABXRUJQVlA4TBQAAAAvBkABAAcQ/Y/+BwCC8L9tIqL/IQ==')
export const TRANSPARENT = from(
  'UklGRmAAAABXRUJQVlA4WAoAAAAQAAAACAAABwAAQUxQSAoAAAABB9C/iAhERP8DVlA4IDAAAADQAQCdASoJAAgAAgA0JaACdLoB+AADsAD+8MQL/yC5YXXI1/8gP+QH/ID/+PIAAAA=',
)

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of grey pixels, padded with a comment to `size` bytes when given. */
export function png(
  width: number,
  height: number,
  options: { readonly size?: number; readonly shade?: number } = {},
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  // Rows of one byte each suffice for any width, since no test decodes them.
  const before = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(8, options.shade ?? 0))),
  ])
  const end = chunk('IEND', Buffer.alloc(0))
  const spare = options.size === undefined ? -1 : options.size - before.length - end.length - 12
  return Buffer.concat([before, ...(spare < 0 ? [] : [chunk('tEXt', Buffer.alloc(spare, 'x'))]), end])
}
