import { Link } from 'react-router'
import own from './overview.module.css'

interface TileProps {
  readonly name: string
  readonly value: string | number
  readonly note: string
  readonly tone?: 'warning' | 'bad' | 'good'
  /** Target page. */
  readonly to?: string
}

/** A number of the overview; the whole tile is a link. */
export function Tile({ name, value, note, tone, to }: TileProps) {
  const content = (
    <>
      <span className="text-muted text-m">{name}</span>
      <span className={tone ? `${own.number} ${own[tone]}` : own.number}>{value}</span>
      <span className="text-muted text-s wrap-anywhere">{note}</span>
    </>
  )
  return (
    <li className="flex">
      {to === undefined ? (
        <div className={own.tile}>{content}</div>
      ) : (
        <Link to={to} className={own.tile}>
          {content}
        </Link>
      )}
    </li>
  )
}
