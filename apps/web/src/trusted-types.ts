/**
 * The two Trusted Types policies the content security policy names. Imported before anything else by main.tsx.
 *
 * `flowprint` is for URLs of our own scripts (the market worker); `default` is called when a library assigns text to an
 * HTML sink: text without a tag passes, anything that could become an element throws.
 */

interface Policy {
  createScriptURL(address: string): unknown
}

interface PolicyRules {
  createHTML?(text: string): string
  createScriptURL?(address: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): Policy
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

function refuseMarkup(text: string): string {
  if (text.includes('<')) throw new TypeError('Markup from text is refused')
  return text
}

/** Only allows URLs of this origin. */
function ownScript(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError(`Foreign script: ${address}`)
  return address
}

factory?.createPolicy('default', { createHTML: refuseMarkup })
const policy = factory?.createPolicy('flowprint', { createScriptURL: ownScript })

/** URL of one of our own scripts in the form that `new Worker` accepts under Trusted Types. */
export function trustedScript(address: string): string {
  return policy ? (policy.createScriptURL(address) as string) : ownScript(address)
}
