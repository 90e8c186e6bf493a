/**
 * The draft of an edited setting: texts as typed, and the value they represent. Pure.
 *
 * All kinds share this draft and use a part of it: a line of text, a switch, or rows.
 */
import { amountText, isTronAddress, parseAmount, ratioBp, ratioText, shownAmount } from '@flowprint/contract'
import { formatDateTimeField } from '../../../shared/format/time.ts'
import type { Kind } from './kinds.ts'

export interface Draft {
  readonly on: boolean
  readonly lines: Readonly<Record<string, string>>
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** Key in admin.settings.fault. */
export type DraftFault = 'amount' | 'whole' | 'order' | 'levels' | 'ratio' | 'address' | 'url' | 'required'
export type Reading = { readonly value: unknown } | { readonly fault: DraftFault }

interface Discount {
  readonly price: string
  readonly start: string | null
  readonly end: string | null
}
interface Level {
  readonly level: number
  readonly min_paying: number
  readonly ratio: string
}
interface Media {
  readonly key: string
  readonly label: string
  readonly url: string
}

/** In the format of a datetime field: "2026-11-20T14:05". */
export function localMoment(iso: string | null | undefined): string {
  return iso ? formatDateTimeField(Date.parse(iso), false) : ''
}

const lines = (parts: Record<string, string>): Draft => ({ on: true, lines: parts, rows: [] })

/** Initial draft of a value. */
export function draftOf({ kind }: Kind, value: unknown): Draft {
  switch (kind) {
    case 'amount':
      return lines({ text: shownAmount(value as string) })
    case 'whole':
      return lines({ text: String(value) })
    case 'text':
      return lines({ text: (value as string | null) ?? '' })
    case 'flag':
      return { on: value === true, lines: {}, rows: [] }
    case 'address':
      return lines({ text: (value as { address: string | null } | null)?.address ?? '' })
    case 'discount': {
      const discount = value as Discount | null
      return {
        on: discount !== null,
        rows: [],
        lines: {
          price: discount ? shownAmount(discount.price) : '',
          start: localMoment(discount?.start),
          end: localMoment(discount?.end),
        },
      }
    }
    case 'levels':
      return {
        on: true,
        lines: {},
        rows: (value as Level[]).map((level, at) => ({
          id: String(at),
          min: String(level.min_paying),
          percent: String(ratioBp(level.ratio) / 100),
        })),
      }
    case 'medias':
      return {
        on: true,
        lines: {},
        rows: (value as Media[]).map(({ key, label, url }, at) => ({ id: String(at), key, label, url })),
      }
    case 'local':
      return lines({ zh: (value as { zh: string } | null)?.zh ?? '', en: (value as { en: string } | null)?.en ?? '' })
  }
}

/** Whether a draft equals the current value; field order is irrelevant. */
export function isUnchanged(kind: Kind, draft: Draft, value: unknown): boolean {
  const reading = readDraft(kind, draft)
  return 'value' in reading && JSON.stringify(reading) === JSON.stringify(readDraft(kind, draftOf(kind, value)))
}

/** The value of a draft, or its errors; the server validates again. */
export function readDraft(kind: Kind, draft: Draft): Reading {
  switch (kind.kind) {
    case 'amount':
      return readAmount(draft.lines.text)
    case 'whole':
      return readWhole(draft.lines.text, kind.min, kind.max)
    case 'flag':
      return { value: draft.on }
    case 'text':
      return { value: draft.lines.text.trim() || null }
    case 'address': {
      const address = draft.lines.text.trim()
      if (address !== '' && !isTronAddress(address)) return { fault: 'address' }
      return { value: { network_type: 'TRC20', address: address || null } }
    }
    case 'discount':
      return readDiscount(draft)
    case 'levels':
      return readLevels(draft)
    case 'medias':
      return readMedias(draft)
    case 'local':
      return readTexts(draft.lines)
  }
}

function readAmount(text: string): Reading {
  const amount = parseAmount(text)
  return amount === null ? { fault: 'amount' } : { value: amountText(amount) }
}

function readWhole(text: string, min: number, max: number): Reading {
  const value = Number(text.trim())
  return /^\d{1,9}$/.test(text.trim()) && value >= min && value <= max ? { value } : { fault: 'whole' }
}

function readDiscount({ on, lines: { price: typed, start, end } }: Draft): Reading {
  if (!on) return { value: null }
  const price = parseAmount(typed)
  if (price === null || price === 0n) return { fault: 'amount' }
  if (start !== '' && end !== '' && end <= start) return { fault: 'order' }
  const iso = (local: string) => (local === '' ? null : new Date(local).toISOString())
  return { value: { price: amountText(price), start: iso(start), end: iso(end) } }
}

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/

/** Converts basis points to percent as text. */
export function percentBp(text: string): number | null {
  const typed = text.trim()
  if (!PERCENT.test(typed)) return null
  const [whole, part = ''] = typed.split('.')
  const points = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return points <= 10_000 ? points : null
}

function readLevels({ rows }: Draft): Reading {
  const levels = rows.map(({ min, percent }, at) => ({
    level: at + 1,
    min_paying: readWhole(min, 0, 1_000_000_000),
    points: percentBp(percent),
  }))
  const counts = levels.map(({ min_paying: reading }) => ('value' in reading ? (reading.value as number) : Number.NaN))
  const isRising =
    counts.length > 0 && counts[0] === 0 && counts.every((count, at) => at === 0 || count > counts[at - 1])
  if (!isRising) return { fault: 'levels' }
  if (levels.some(({ points }) => points === null)) return { fault: 'ratio' }
  return {
    value: levels.map(({ level, points }, at) => ({ level, min_paying: counts[at], ratio: ratioText(points ?? 0) })),
  }
}

/** Id of a link: lower-case letters and digits of its label, or its index. */
function slugOf(label: string, at: number): string {
  return (
    label
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 40) || `media-${at + 1}`
  )
}

function readMedias({ rows }: Draft): Reading {
  const medias = rows.map(({ key, label, url }, at) => ({
    key: key || slugOf(label, at),
    label: label.trim(),
    url: url.trim(),
  }))
  if (medias.some(({ label }) => label === '')) return { fault: 'required' }
  if (medias.some(({ url }) => !/^https:\/\/\S+$/.test(url) && !/^\/(?![/\\])\S*$/.test(url))) return { fault: 'url' }
  return { value: medias }
}

function readTexts({ zh, en }: Draft['lines']): Reading {
  const [chinese, english] = [zh.trim(), en.trim()]
  if (chinese === '' && english === '') return { value: null }
  return chinese === '' || english === '' ? { fault: 'required' } : { value: { zh: chinese, en: english } }
}
