/** Slugs of the error catalogue, in the order in which the rules are checked. */
export type PasswordFaultSlug = 'PASSWORD_SIMILAR' | 'PASSWORD_TOO_SHORT' | 'PASSWORD_COMMON' | 'PASSWORD_NUMERIC'

/** Attributes a password is compared with, in this order. */
const PASSWORD_ATTRIBUTES = ['username', 'first_name', 'last_name', 'email'] as const
export type PasswordAttribute = (typeof PASSWORD_ATTRIBUTES)[number]

export interface PasswordFault {
  readonly error: PasswordFaultSlug
  /** The first attribute it resembles; only with PASSWORD_SIMILAR. */
  readonly attribute?: PasswordAttribute
}

export interface PasswordRules {
  /** Minimum characters (code points). */
  readonly min: number
  readonly attributes: Readonly<Partial<Record<PasswordAttribute, string>>>
  /** Called with the password in lowercase, trimmed. */
  readonly isCommon?: (password: string) => boolean
}

const MAX_SIMILARITY = 0.7

/**
 * Validates a password with the four validators of Django 3.2.25 in its order; all of them are checked. Nothing is
 * trimmed or folded first: a trailing space is part of the password.
 */
export function passwordFaults(password: string, { min, attributes, isCommon }: PasswordRules): PasswordFault[] {
  const faults: PasswordFault[] = []
  const attribute = PASSWORD_ATTRIBUTES.find((name) => isSimilarTo(password, attributes[name] ?? ''))
  if (attribute !== undefined) faults.push({ error: 'PASSWORD_SIMILAR', attribute })
  if ([...password].length < min) faults.push({ error: 'PASSWORD_TOO_SHORT' })
  if (isCommon?.(strip(password.toLowerCase())) === true) faults.push({ error: 'PASSWORD_COMMON' })
  if (DIGITS.test(password)) faults.push({ error: 'PASSWORD_NUMERIC' })
  return faults
}

/** Whether a password resembles a text or one of its words (0.7 of the characters in common, whatever their order). */
export function isSimilarTo(password: string, text: string): boolean {
  if (text === '') return false
  const wanted = password.toLowerCase()
  const value = text.toLowerCase()
  return [...value.split(/[^\p{L}\p{N}_]+/u), value].some(
    (part) => !isMuchShorter(part, wanted) && quickRatio(wanted, part) >= MAX_SIMILARITY,
  )
}

/** Too short compared to the password to reach the ratio; also skips the empty pieces of the split. */
function isMuchShorter(part: string, password: string): boolean {
  const [length, passwordLength] = [[...part].length, [...password].length]
  return passwordLength >= 10 * length && length < (MAX_SIMILARITY / 2) * passwordLength
}

/** Digits as in Python's `str.isdigit`: decimal digits of every script, superscripts, circled digits and similar. */
const DIGITS =
  /^[\p{Nd}\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u

/** White space as in Python's `str.strip`: includes the separators FS to US and NEL, excludes the byte order mark. */
const BLANK = '[\\p{White_Space}\u{1c}-\u{1f}]+'
const BLANKS_AROUND = new RegExp(`^${BLANK}|${BLANK}$`, 'gu')

const strip = (text: string): string => text.replace(BLANKS_AROUND, '')

/**
 * Similarity of two texts, ignoring order: 2 x (characters in common, counted with repetition) / (sum of both lengths).
 *
 * Input   any texts; characters are code points.
 * Output  0 to 1; 1 for two empty texts. Equals Python's `SequenceMatcher(a=a, b=b).quick_ratio()`.
 * Cost    one pass over each text.
 */
export function quickRatio(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  const length = left.length + right.length
  if (length === 0) return 1
  const available = new Map<string, number>()
  for (const character of right) available.set(character, (available.get(character) ?? 0) + 1)
  let common = 0
  for (const character of left) {
    const count = available.get(character) ?? 0
    if (count > 0) common++
    available.set(character, count - 1)
  }
  return (2 * common) / length
}

/**
 * The most common of the leaked passwords that the server rejects, so that a form can reject them without a request.
 */
export const COMMONEST_PASSWORDS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  `
  password qwerty dragon baseball abc123 football monkey letmein shadow master michael mustang qwertyuiop superman
  1qaz2wsx jordan qazwsx jennifer 123qwe killer trustno1 hunter harley zxcvbnm asdfgh buster andrew batman soccer tigger
  charlie robert sunshine thomas iloveyou ranger daniel hockey george computer michelle jessica starwars pepper klaster
  zxcvbn freedom princess joshua maggie ginger amanda ashley cheese nicole summer matthew chelsea dallas biteme matrix
  william yankees taylor corvette austin access martin heather thunder merlin secret diamond anthony hammer 1234qwer
  silver gfhjkm justin patrick richard bailey internet samantha golfer scooter orange cookie q1w2e3r4t5 maverick jackson
  sparky mickey phoenix bigdog snoopy guitar whatever chicken morgan andrea camaro mercedes peanut ferrari cowboy falcon
  welcome samsung steelers joseph smokey dakota melissa arsenal boomer eagles tigers marina nascar gateway porsche
  yellow monster spider diablo hannah bulldog junior london purple compaq lakers iceman qwer1234 cowboys banana ncc1701
  boston brandon tennis johnny miller q1w2e3r4 coffee scooby edward nikita mother yamaha brandy barney chester oliver
  charles player knight forever steven rangers midnight chicago bigdaddy redsox victoria badboy please fender jasper
  slayer rabbit natasha rachel marine wizard marlboro raiders prince casper fishing flower crystal jasmine panties
  iwantu adidas winner winter gandalf password1 ghbdtn 1q2w3e4r angela golden lauren cocacola jordan23 winston madison
  angels panther spanky shannon sophie johnson asdfasdf thx1138 toyota murphy canada danielle jonathan liverpoo muffin
  cooper apples jackie dennis qwerty123 passw0rd abcd1234 sandra pokemon 123abc slipknot carlos qazxsw 123456a scorpion
  qwaszx nathan butter startrek rainbow asdfghjkl redskins newyork gemini cameron qazwsxedc florida liverpool turtle
  nicholas viking booger wilson sierra butthead doctor rocket victor dolphins captain bandit jaguar packers pookie
  peaches dolphin helpme tucker theman tiffany maxwell jeremy qwertyui debbie albert maddog lovers monica united giants
  nirvana metallic hotdog rosebud mountain benjamin warrior stupid elephant success bond007 bonnie alexis scorpio samson
  q1w2e3 rush2112 azerty freddy driver willie calvin 1q2w3e4r5t sydney gators dexter red123 12345a 123456q creative
  voodoo arthur trouble america nissan gunner rebecca stella garfield gordon jessie parker asdfghjk apollo 1qazxsw2
  eminem december legend airborne beavis august brooklyn godzilla skippy kitten shelby beaver phantom nothing asdasd
  williams xavier braves darkness blink182 travis copper tomcat platinum qweqwe bigboy animal police online voyager
  lifehack 12qwaszx sniper trinity walter blazer heaven snowball playboy bubbles loveme cricket marvin willow donkey
  topgun nintendo saturn family november gabriel destiny pakistan pumpkin digital sergey chance explorer redwings
  private therock runner lasvegas guinness beatles christin qwerty1 asdf1234 celtic broncos andrey babygirl nelson
  donald eclipse cartman fluffy louise michigan testing carolina
`
    .trim()
    .split(/\s+/),
)
