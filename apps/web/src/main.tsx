import './trusted-types.ts'
import './shared/theme/tokens.css'
import './shared/theme/base.css'
import './shared/theme/utilities.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadPage } from './app/routes.ts'
import { currentLanguage } from './shared/i18n/language.ts'
import { setUpLanguage } from './shared/i18n/setup.ts'
import { followPreferences } from './shared/session/preferences.ts'
import { followToken } from './shared/session/token.ts'
import { followUser } from './shared/session/user.ts'
import { followAppearance } from './shared/theme/appearance.ts'
import { takePrerendered } from './take-prerendered.ts'

followAppearance()
followToken()
followPreferences()
// Load the user before any file: many pages render nothing until it is known, and file requests would delay it.
followUser()
const speaking = setUpLanguage()
// The page's code loads in parallel with the texts.
preloadPage(location.pathname)
// No first paint needs it.
void import('./shared/theme/print.css')
const made = takePrerendered(currentLanguage())
const root = document.getElementById('root')
if (root) {
  void speaking.then(() => (made ? hydrateRoot(made, <App />) : createRoot(root).render(<App />)))
}
