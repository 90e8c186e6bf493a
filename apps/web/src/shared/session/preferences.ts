/**
 * Theme and language of a reader: set here at once, then saved with the account of whoever is signed in, so that
 * another device and the mails know them. Pages and menus change them only through these two.
 */
import type { Language } from '@flowprint/messages'
import { call } from '../http/call.ts'
import { hasChosenLanguage } from '../i18n/language.ts'
import { changeLanguage } from '../i18n/setup.ts'
import { followsSystem, useAppearance, type Theme } from '../theme/appearance.ts'
import { currentToken } from './token.ts'
import { mergeUser, useUser, type User } from './user.ts'

/** Null: as the system has it; that is a matter of this device and not saved. */
export async function setTheme(theme: Theme | null): Promise<void> {
  useAppearance.getState().chooseTheme(theme)
  if (theme === null || currentToken() === null) return
  await call('/reset_theme', { method: 'POST', body: { theme } }).then(() => mergeUser({ theme }), alreadySaid)
}

export async function setLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  if (currentToken() === null) return
  await call('/reset_language', { method: 'POST', body: { language } }).then(() => mergeUser({ language }), alreadySaid)
}

/** The choice stands on this device whether it could be saved or not; the call has said what went wrong. */
const alreadySaid = () => undefined

/** Takes over what the account knows as soon as it is known who is here. */
export function followPreferences(): void {
  useUser.subscribe(({ user }, before) => {
    if (user !== null && user.id !== before.user?.id) takeOver(user)
  })
}

function takeOver({ theme, language }: User): void {
  if (theme !== null && !followsSystem()) useAppearance.getState().chooseTheme(theme)
  // The language somebody reads in at this moment is never changed under their eyes.
  if (!hasChosenLanguage()) void changeLanguage(language)
}
