/**
 * Theme and language of a user: applied immediately, then saved with the account, so that other devices and mails use
 * them. Pages and menus change them only through these two functions.
 */
import type { Language } from '@flowprint/i18n'
import { call } from '../http/call.ts'
import { hasChosenLanguage } from '../i18n/language.ts'
import { changeLanguage } from '../i18n/setup.ts'
import { followsSystem, useAppearance, type Theme } from '../theme/appearance.ts'
import { currentToken } from './token.ts'
import { mergeUser, useUser, type User } from './user.ts'

/** Null: follow the system; specific to this device and not saved. */
export async function setTheme(theme: Theme | null): Promise<void> {
  useAppearance.getState().chooseTheme(theme)
  if (theme === null || currentToken() === null) return
  await call('POST /reset_theme', { body: { theme } }).then(() => mergeUser({ theme }), alreadySaid)
}

export async function setLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  if (currentToken() === null) return
  await call('POST /reset_language', { body: { language } }).then(() => mergeUser({ language }), alreadySaid)
}

/** The choice applies on this device even if saving failed; the call has shown the error. */
const alreadySaid = () => undefined

/** Applies the account's preferences once the user is known. */
export function followPreferences(): void {
  useUser.subscribe(({ user }, before) => {
    if (user !== null && user.id !== before.user?.id) takeOver(user)
  })
}

function takeOver({ theme, language }: User): void {
  if (theme !== null && !followsSystem()) useAppearance.getState().chooseTheme(theme)
  // Never change the language while a user is reading.
  if (!hasChosenLanguage()) void changeLanguage(language)
}
