/** Named in older documents; unused in this version. */
const UNUSED = ['NATS_URL']
/** Prefixes that other programs' variables use too. */
const COMMON_WORDS = new Set(['NODE', 'PORT', 'HOST', 'TEST', 'LOG', 'DATA', 'MAIL', 'DEFAULT'])
/** Shorter names too often belong to other programs. */
const MIN_TYPO_LENGTH = 5

/**
 * Variables that look like ours but are unknown: a mistyped name, or one that begins with a prefix of ours. One line
 * for each that is set.
 */
export function unknownNames(
  source: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): readonly string[] {
  const prefixes = new Set(
    [...known]
      .filter((name) => name.includes('_'))
      .map((name) => name.slice(0, name.indexOf('_')))
      .filter((word) => !COMMON_WORDS.has(word)),
  )
  const lines: string[] = []
  for (const name of Object.keys(source).sort()) {
    if (known.has(name) || (source[name] ?? '') === '' || !/^[A-Z][A-Z0-9_]*$/.test(name)) continue
    const nearest = name.length < MIN_TYPO_LENGTH ? undefined : [...known].find((other) => isTypo(name, other))
    if (nearest !== undefined)
      lines.push(`${name} is not a variable of this program and has no effect. Did you mean ${nearest}?`)
    else if (UNUSED.includes(name) || prefixes.has(name.split('_')[0]))
      lines.push(`${name} is not a variable of this program and has no effect.`)
  }
  return lines
}

/** One letter more, fewer or different, or two neighbours swapped. */
function isTypo(name: string, other: string): boolean {
  if (Math.abs(name.length - other.length) > 1) return false
  let from = 0
  while (from < Math.min(name.length, other.length) && name[from] === other[from]) from++
  const [rest, wanted] = [name.slice(from), other.slice(from)]
  const isSwapped =
    rest.length > 1 && rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)
  return isSwapped || rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1)
}
