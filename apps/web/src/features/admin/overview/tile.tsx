import { Link } from 'react-router'
import own from './overview.module.css'

interface TileProps {
  readonly name: string
  readonly value: string | number
  readonly note: string
  readonly tone?: 'warning' | 'bad' | 'good'
  /** Where it is dealt with. */
  readonly to?: string
}

/** A number of the overview; the whole of it leads to where it is dealt with. */
export function Tile({ name, value, note, tone, to }: TileProps) {
  const content = (
    <>
      <span className={own.tileName}>{name}</span>
      <span className={tone ? `${own.number} ${own[tone]}` : own.number}>{value}</span>
      <span className={own.note}>{note}</span>
    </>
  )
  return (
    <li className={own.cell}>
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
