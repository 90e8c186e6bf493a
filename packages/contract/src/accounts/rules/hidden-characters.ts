/** Control, format and private-use characters, line separators, and letters and symbols that are drawn as nothing. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a name has characters that are invisible or change the direction of the text: two names could look the same. */
export const hasHiddenCharacters = (name: string): boolean => HIDDEN.test(name)
