import type { Overlay } from '@flowprint/chart'
import type { ProfilePreferences } from '../model/profile-preferences.ts'
import { paintLines } from './paint-lines.ts'
import { paintRows } from './paint-rows.ts'
import type { PlacedProfile } from '../profile-store.ts'
import { profileBox } from './profile-box.ts'

interface Source {
  readonly items: readonly PlacedProfile[]
  readonly preferences: ProfilePreferences
}

/** Rows are drawn under the bars; lines and prices above them. */
export function profileOverlays(source: () => Source): readonly Overlay[] {
  return [
    {
      order: 'ground',
      paint(scope) {
        const { items, preferences } = source()
        for (const placed of items) {
          const box = profileBox(placed, preferences.width, scope)
          if (box) paintRows(scope, placed, box, preferences)
        }
      },
    },
    {
      order: 'over',
      paint(scope) {
        const { items, preferences } = source()
        for (const placed of items) {
          const box = profileBox(placed, preferences.width, scope)
          paintLines(scope, placed, box, { lines: preferences.lines, naked: preferences.naked })
        }
      },
    },
  ]
}
