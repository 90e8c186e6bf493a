/** Logo: a bar's cells, bid volume left, ask volume right of the middle. */
export function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0052d9" />
      <g fill="#fff">
        <path opacity=".55" d="M6 8h9v4H6zM9 14h6v4H9zM11 20h4v4h-4z" />
        <path d="M17 8h5v4h-5zM17 14h9v4h-9zM17 20h7v4h-7z" />
      </g>
    </svg>
  )
}
