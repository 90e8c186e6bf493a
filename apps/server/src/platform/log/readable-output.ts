interface Line {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly [field: string]: unknown
}

const COLOURS: Readonly<Record<string, string>> = { warn: '\u001B[33m', error: '\u001B[31m', fatal: '\u001B[31m' }
const RESET = '\u001B[0m'

/** Human-readable lines: time of day, level unless info, message, then the other fields. */
export function readableOutput(output: { write(line: string): void }): { write(line: string): void } {
  return { write: (line) => output.write(readableLine(line)) }
}

function readableLine(line: string): string {
  let parsed: Line
  try {
    parsed = JSON.parse(line) as Line
  } catch {
    return line
  }
  const { level, time, msg, err, ...fields } = parsed
  const rest = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const label = level === 'info' ? '' : `${level.toUpperCase()} `
  const parts = [`${clockTime(time)} ${label}${msg ?? err?.message ?? ''}`, ...rest]
  const isFault = level === 'error' || level === 'fatal'
  if (err !== undefined) parts.push(isFault ? `\n${err.stack ?? err.message}` : `(${err.message})`)
  const text = parts.join('  ')
  const colour = COLOURS[level]
  return colour === undefined ? `${text}\n` : `${colour}${text}${RESET}\n`
}

const clockTime = (iso: string): string => new Date(iso).toTimeString().slice(0, 8)
