/**
 * A text in Markdown (with GitHub's tables, strikethrough and lists of tasks) as elements of the page. Safe by how it is
 * made: the text becomes a tree, the tree becomes React's elements; HTML in it stays text, elements that are not in the
 * list do not exist, and every address passes addresses.ts.
 *
 *   <Markdown text={article.markdown} />
 *   const { body, headings } = renderMarkdown(text)        for a table of contents
 *
 * A picture says its size behind its address, and its caption as its title:
 *   ![What is seen](/api/pictures/<sha256>.png#1200x675 "The caption")
 * A link to a heading names its words, joined by hyphens: [Refunds](#refunds-and-reversals)
 *
 * A fenced block whose language is `figure` is drawn by `figure`, where the page gives one: its text is the figure's name.
 */
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ID_PREFIX, safeLink } from './addresses.ts'
import { ALLOWED, ELEMENTS, Pre } from './elements.tsx'
import { nameHeadings, type Heading } from './headings.ts'
import styles from './markdown.module.css'

interface MarkdownProps {
  readonly text: string
  /** Draws a figure by its name; null: there is none of this name. */
  readonly figure?: (name: string) => ReactNode
}

/** Marks instead of words: the words of footnotes would be English in every language. */
const REHYPE = {
  clobberPrefix: ID_PREFIX,
  footnoteLabel: '※',
  footnoteLabelProperties: { className: ['visually-hidden'] },
  footnoteBackLabel: '↩',
}
const PLUGINS = [remarkGfm]

/** `src` is looked at by the picture itself, which needs the size behind it. */
const transform = (address: string, key: string) => (key === 'src' ? address : safeLink(address))

function withFigures(figure: NonNullable<MarkdownProps['figure']>): Components {
  const Figure = ({ children }: ComponentProps<'pre'>) => {
    const { className, children: name } = (children as ReactElement<ComponentProps<'code'>> | undefined)?.props ?? {}
    return (className === 'language-figure' && figure(String(name).trim())) || <Pre>{children}</Pre>
  }
  return { ...ELEMENTS, pre: Figure }
}

export function renderMarkdown(
  text: string,
  figure?: MarkdownProps['figure'],
): { readonly body: ReactElement; readonly headings: readonly Heading[] } {
  const headings: Heading[] = []
  // It has no state: called as what it is, a function, so that the headings are known when it returns.
  const content = ReactMarkdown({
    children: text,
    remarkPlugins: PLUGINS,
    rehypePlugins: [nameHeadings(headings)],
    remarkRehypeOptions: REHYPE,
    allowedElements: ALLOWED,
    unwrapDisallowed: true,
    urlTransform: transform,
    components: figure ? withFigures(figure) : ELEMENTS,
  })
  return { body: <div className={styles.markdown}>{content}</div>, headings }
}

export function Markdown({ text, figure }: MarkdownProps) {
  return renderMarkdown(text, figure).body
}
