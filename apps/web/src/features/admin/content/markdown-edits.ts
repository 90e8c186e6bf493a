/** Markdown edits of the toolbar, each as one replacement. Pure. */

export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** `insert` replaces [from, to); afterwards [start, end) of the new text is selected. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly start: number
  readonly end: number
}

/** The text after an edit. */
export function edited(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to)
}

/** Toggles marks around the selection; without a selection inserts them around a placeholder word. */
export function wrap({ text, start, end }: Selected, mark: string, word: string): TextEdit {
  const { length } = mark
  const chosen = text.slice(start, end)
  const isSingle = (before: number, after: number) => length > 1 || (text[before] !== mark && text[after] !== mark)
  if (
    chosen.length > 2 * length &&
    chosen.startsWith(mark) &&
    chosen.endsWith(mark) &&
    isSingle(start + length, end - length - 1)
  ) {
    return { from: start, to: end, insert: chosen.slice(length, -length), start, end: end - 2 * length }
  }
  if (
    chosen !== '' &&
    text.slice(start - length, start) === mark &&
    text.slice(end, end + length) === mark &&
    start >= length &&
    isSingle(start - length - 1, end + length)
  ) {
    return { from: start - length, to: end + length, insert: chosen, start: start - length, end: end - length }
  }
  const inner = chosen === '' ? word : chosen
  return {
    from: start,
    to: end,
    insert: mark + inner + mark,
    start: start + length,
    end: start + length + inner.length,
  }
}

/** The whole lines that a selection touches. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  // lastIndexOf with a negative start would examine the first character.
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  // A selection that ends at the start of a line does not include that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const found = text.indexOf('\n', last)
  const to = found < 0 ? text.length : found
  return { from, to, lines: text.slice(from, to).split('\n') }
}

const LINE_MARK = /^(#{1,6} |> |- |\d+\. )/

export type LineMark = 'heading' | 'quote' | 'list' | 'numbers'

const MARKS: Readonly<Record<LineMark, (line: number) => string>> = {
  heading: () => '## ',
  quote: () => '> ',
  list: () => '- ',
  numbers: (line) => `${line + 1}. `,
}

/** Sets the prefix of every selected line, or removes it when all have it. */
export function markLines(selected: Selected, mark: LineMark): TextEdit {
  const { from, to, lines } = linesOf(selected)
  const isMarked = lines.every((line, at) => line.startsWith(MARKS[mark](at)))
  const bare = lines.map((line) => line.replace(LINE_MARK, ''))
  const insert = (isMarked ? bare : bare.map((line, at) => MARKS[mark](at) + line)).join('\n')
  const caret = from + insert.length
  return { from, to, insert, start: lines.length > 1 ? from : caret, end: caret }
}

const ADDRESS = /^(https?:\/\/|mailto:|\/)\S+$/

/** Inserts a link for the selection; the part still to type (URL or text) is selected. */
export function link({ text, start, end }: Selected, word: string): TextEdit {
  const chosen = text.slice(start, end).trim()
  if (ADDRESS.test(chosen))
    return { from: start, to: end, insert: `[${word}](${chosen})`, start: start + 1, end: start + 1 + word.length }
  const words = chosen === '' ? word : chosen
  const at = start + words.length + 3
  return { from: start, to: end, insert: `[${words}](https://)`, start: at, end: at + 'https://'.length }
}

/** Escape brackets, which would end the text early. */
function altOf(words: string): string {
  return words.replaceAll(/[[\]\\\s]+/g, ' ').trim()
}

/** The position after the link or image that contains a position, or the position itself. */
function behind(text: string, at: number): number {
  for (const { index, 0: whole } of text.matchAll(/!?\[[^\]\n]*\]\([^)\n]*\)/g)) {
    if (index < at && at < index + whole.length) return index + whole.length
  }
  return at
}

/** Inserts an image as a paragraph after the selection; its alt text is selected. */
export function picture({ text, end }: Selected, words: string, url: string): TextEdit {
  const place = behind(text, end)
  const before = text.slice(0, place)
  const after = text.slice(place)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const tail = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  const alt = altOf(words)
  const at = place + lead.length + 2
  return { from: place, to: place, insert: `${lead}![${alt}](${url})${tail}`, start: at, end: at + alt.length }
}

/** Adjusts a position after an edit elsewhere in the text. */
export function shifted(at: number, { from, to, insert }: Pick<TextEdit, 'from' | 'to' | 'insert'>): number {
  if (at <= from) return at
  return at >= to ? at + insert.length - (to - from) : from + insert.length
}

type Change = Pick<TextEdit, 'from' | 'to' | 'insert'>

/** Writes to the field like typing, so that the browser's undo works. */
function write(field: HTMLTextAreaElement, { from, to, insert }: Change): void {
  if (document.activeElement === field) {
    field.setSelectionRange(from, to)
    // The only API that adds to the browser's undo history; deprecated without a replacement.
    if (insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)) return
  }
  field.setRangeText(insert, from, to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** An edit by the user: the field receives focus and the edit's selection. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus()
  write(field, edit)
  field.setSelectionRange(edit.start, edit.end)
}

/** A background edit: focus, caret and selection stay in place. */
export function applyQuietly(field: HTMLTextAreaElement, change: Change): void {
  const { selectionStart, selectionEnd, scrollTop } = field
  write(field, change)
  field.setSelectionRange(shifted(selectionStart, change), shifted(selectionEnd, change))
  field.scrollTop = scrollTop
}
