/** Control, format and private-use characters, line separators, and invisible letters and symbols. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Whether a name has characters that are invisible or change the text direction: two such names could look identical.
 */
export const hasHiddenCharacters = (name: string): boolean => HIDDEN.test(name)
