import { InstalledApp } from './installed-app.tsx'
import { PaletteHost } from './palette/palette-host.tsx'

/** What every page has besides its content, loaded after the first view. */
export function PageServices() {
  return (
    <>
      <PaletteHost />
      <InstalledApp />
    </>
  )
}
