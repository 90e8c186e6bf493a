/**
 * Renders Markdown (with GitHub's tables, strikethrough and task lists). Safe by construction: the text is parsed to a
 * tree and rendered by React; HTML stays text, elements outside the allowlist are dropped, and every URL passes
 * addresses.ts.
 *
 *   <Markdown text={article.markdown} />
 *   const { body, headings } = renderMarkdown(text)        for a table of contents
 *
 * An image has its size after its URL, and its caption as the title:
 *   ![What is seen](/api/pictures/<sha256>.png#1200x675 "The caption")
 * A link to a heading uses its words, joined by hyphens: [Refunds](#refunds-and-reversals)
 *
 * A fenced block with the language `figure` is drawn by `figure`, when the page supplies it: its text is the figure's
 * name.
 */
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { type Heading, ID_PREFIX, nameHeadings, safeLink } from './addresses.ts'
import { ALLOWED, ELEMENTS, Pre } from './elements.tsx'
import styles from './markdown.module.css'

interface MarkdownProps {
  readonly text: string
  /** Draws a figure by its name; null: unknown name. */
  readonly figure?: (name: string) => ReactNode
}

/** Symbols instead of words: the parser's footnote labels are English in every language. */
const REHYPE = {
  clobberPrefix: ID_PREFIX,
  footnoteLabel: '※',
  footnoteLabelProperties: { className: ['visually-hidden'] },
  footnoteBackLabel: '↩',
}
const PLUGINS = [remarkGfm]

/** `src` is checked by the image component, which needs the size after it. */
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
  // It is stateless: calling it as a function makes the headings available when it returns.
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
