/** Filled icons of a player on a 16 px grid in the text colour. Decorative: the surrounding button has the accessible name. */
const PATHS = {
  play: 'M4.5 2.5v11l9-5.5z',
  playBack: 'M11.5 2.5v11l-9-5.5z',
  pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z',
  barOn: 'M3 2.5v11L10 8zM11 2.5h2.5v11H11z',
  barBack: 'M13 2.5v11L6 8zM2.5 2.5H5v11H2.5z',
  tradeOn: 'M4 5v6l4-3zM10.5 6.5h3v3h-3z',
  tradeBack: 'M12 5v6L8 8zM2.5 6.5h3v3h-3z',
  minutesOn: 'M2 3v10l6-5zM8 3v10l6-5z',
  minutesBack: 'M14 3v10L8 8zM8 3v10L2 8z',
} as const

export type ReplayIconName = keyof typeof PATHS

export function ReplayIcon({ name }: { readonly name: ReplayIconName }) {
  return (
    <svg width={14} height={14} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
