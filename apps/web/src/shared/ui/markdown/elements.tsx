/** Components of Markdown elements. Created once: creating them while rendering would remount them. */
import type { ComponentProps, ReactNode } from 'react'
import type { Components } from 'react-markdown'
import { Link } from 'react-router'
import { linkTarget, pictureOf } from './addresses.ts'
import styles from './markdown.module.css'

/** Drop the parser's extra prop, which is no attribute. */
type Props<Tag extends 'a' | 'img' | 'table' | 'pre' | 'input'> = ComponentProps<Tag> & { readonly node?: unknown }

function Anchor({ href, children, id, title, ref: _ref, node: _node, ...rest }: Props<'a'>) {
  const kind = href === undefined ? null : linkTarget(href)
  if (href === undefined || kind === null) return <span>{children}</span>
  if (kind === 'page')
    return (
      <Link to={href} title={title}>
        {children}
      </Link>
    )
  if (kind === 'outside')
    return (
      <a href={href} title={title} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    )
  return (
    <a href={href} id={id} title={title} aria-label={rest['aria-label']} aria-describedby={rest['aria-describedby']}>
      {children}
    </a>
  )
}

/** An image of this site with its title as caption. Other images are replaced by their alt text. */
function Image({ src, alt = '', title }: Props<'img'>) {
  const picture = typeof src === 'string' ? pictureOf(src) : null
  if (picture === null) return alt === '' ? null : <span>{alt}</span>
  return (
    <span className={styles.picture}>
      <img src={picture.src} alt={alt} width={picture.width} height={picture.height} loading="lazy" decoding="async" />
      {title && <span className="block pt-2 text-faint text-m">{title}</span>}
    </span>
  )
}

/** Wide content scrolls separately. */
function Wide({ children }: { children: ReactNode }) {
  return (
    // Scrollable areas must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="max-w-full mb-5 overflow-x-auto" tabIndex={0}>
      {children}
    </div>
  )
}

function Table({ children }: Props<'table'>) {
  return (
    <Wide>
      <table>{children}</table>
    </Wide>
  )
}

export function Pre({ children }: Props<'pre'>) {
  return (
    <Wide>
      <pre>{children}</pre>
    </Wide>
  )
}

/** A read-only task list checkbox. */
function Box({ checked }: Props<'input'>) {
  return <span className={checked ? `${styles.box} ${styles.done}` : styles.box} aria-hidden="true" />
}

export const ELEMENTS: Components = { a: Anchor, img: Image, table: Table, pre: Pre, input: Box }

export const ALLOWED = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'img',
  'input',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'strong',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
]
