import { basename } from 'node:path'
import { DAY_MS } from '@flowprint/orderflow'

/**
 * The time an archive file covers, by the date in its name: `…-2025-06-21…` its whole UTC day, `…-2025-06…` its whole
 * month (INDICATORS 11). Null when the name has no date, or when its trades are outside that time.
 */
export function coverageOfFile(file: string, firstTs: number, lastTs: number): { from: number; to: number } | null {
  const match = /(?:^|\D)(20\d\d)-?(0[1-9]|1[0-2])(?:-?(0[1-9]|[12]\d|3[01]))?(?!\d)/.exec(basename(file))
  if (!match) return null
  const [, year, month, day] = match
  const from = Date.UTC(Number(year), Number(month) - 1, day ? Number(day) : 1)
  const to = day ? from + DAY_MS : Date.UTC(Number(year), Number(month), 1)
  return firstTs >= from && lastTs < to ? { from, to } : null
}
