/** Line icons on a 16 px grid in the text colour. Decorative: the surrounding button has the accessible name. */
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6 14 14',
  chevron: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.2 3L13 4.8',
  sliders: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 6.5v-4M6 13.5v-4',
  layout: 'M2.5 2.5h11v11h-11zM2.5 9.5h11M2.5 11.5h11',
  tape: 'M2.5 3.5h4M9 3.5h4.5M2.5 6.5h4M9 6.5h3M2.5 9.5h4M9 9.5h4.5M2.5 12.5h4M9 12.5h2',
  heatmap: 'M2 4h4M9 4h5M2 8h7M12 8h2M2 12h2M7 12h7',
  ladder: 'M5 2v12M11 2v12M5 4.5h6M5 8h6M5 11.5h6',
  download: 'M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  expand: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5l-4.5 4.5M2.5 13.5 7 9',
  shrink: 'M13 6.5H9.5V3M3 9.5h3.5V13M9.5 6.5 13.5 2.5M6.5 9.5l-4 4',
  now: 'M3 3.5 8 8l-5 4.5M8.5 3.5v9M12.5 3.5v9',
  camera: 'M2 5.5h3l1-2h4l1 2h3v7.5H2zM8 11.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l.8-.8',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.6 6.5h.01M9.2 6.5h.01M11.9 6.5h.01M5 9.5h6',
  bell: 'M8 2a3.8 3.8 0 0 0-3.8 3.8c0 3.4-1.2 4.7-1.7 5.2h11c-.5-.5-1.7-1.8-1.7-5.2A3.8 3.8 0 0 0 8 2zM6.6 13.5a1.5 1.5 0 0 0 2.8 0',
  plus: 'M8 3v10M3 8h10',
  list: 'M2.5 4h.01M5.5 4h8M2.5 8h.01M5.5 8h8M2.5 12h.01M5.5 12h8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1z',
  system: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c2 1.7 2.6 3.7 2.6 6S10 12.3 8 14M8 2C6 3.7 5.4 5.7 5.4 8s.6 4.3 2.6 6',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.2h.01',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  eyeOff:
    'M6.3 3.8A6 6 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8a11 11 0 0 1-1.8 2.3M4.2 4.9A10.5 10.5 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 3-.8M2 2l12 12',
  palette:
    'M8 2a6 6 0 1 0 0 12c1.2 0 1.5-.8 1.2-1.6-.4-1 .2-1.9 1.3-1.9H12a2 2 0 0 0 2-2C14 4.9 11.3 2 8 2zM5 8.2h.01M6.3 5.3h.01M9.8 5.3h.01',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.4',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  profile: 'M2.5 2v12M2.5 4h4M2.5 7h10M2.5 10h7M2.5 13h3',
  copy: 'M5.5 5.5h8v8h-8zM5.5 10.5h-3v-8h8v3',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7',
  print: 'M4.5 6V2.5h7V6M4.5 11h-2V6h11v5h-2M4.5 9h7v4.5h-7z',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.7h.01',
  reset: 'M3 8a5 5 0 1 0 1.6-3.7M4.3 2v2.7H7',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
