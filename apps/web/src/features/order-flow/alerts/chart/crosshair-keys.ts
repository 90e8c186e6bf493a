type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What Alt and a letter do at the crosshair, or null. Alt changes the character on some keyboards. */
export function crosshairKeyOf({ code, altKey, ctrlKey, metaKey }: KeyPress): 'alert' | 'moment' | null {
  if (!altKey || ctrlKey || metaKey) return null
  return code === 'KeyA' ? 'alert' : code === 'KeyC' ? 'moment' : null
}
