/** How the elements of a text look on the page. Made once: a component made while rendering would be another one each time. */
import type { ComponentProps, ReactNode } from 'react'
import type { Components } from 'react-markdown'
import { Link } from 'react-router'
import { linkTarget, pictureOf } from './addresses.ts'
import styles from './markdown.module.css'

/** What the parser adds beside the attributes is no attribute. */
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

/** A picture of this site, with its title as the caption. Of any other only the words that stand for it are left. */
function Image({ src, alt = '', title }: Props<'img'>) {
  const picture = typeof src === 'string' ? pictureOf(src) : null
  if (picture === null) return alt === '' ? null : <span>{alt}</span>
  return (
    <span className={styles.picture}>
      <img src={picture.src} alt={alt} width={picture.width} height={picture.height} loading="lazy" decoding="async" />
      {title && <span className={styles.caption}>{title}</span>}
    </span>
  )
}

/** What is wider than the page scrolls by itself. */
function Wide({ children }: { children: ReactNode }) {
  return (
    // It scrolls: the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0}>
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

/** The box of a list of tasks: nothing can be ticked here. */
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
