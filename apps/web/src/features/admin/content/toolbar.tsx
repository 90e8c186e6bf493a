import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './content.module.css'
import { link, markLines, type Selected, type TextEdit, wrap } from './markdown-edits.ts'
import { PICTURE_TYPES } from './uploads.ts'

type Tool = 'heading' | 'bold' | 'italic' | 'link' | 'list' | 'numbers' | 'quote'

/** Lines on a 16 px grid, as those of shared/ui/icons.tsx. */
const PATHS: Readonly<Record<Tool | 'picture', string>> = {
  heading: 'M4 3v10M12 3v10M4 8h8',
  bold: 'M4.5 2.5h4a2.6 2.6 0 0 1 0 5.2h-4zM4.5 7.7h4.8a2.9 2.9 0 0 1 0 5.8H4.5z',
  italic: 'M6.5 2.5h5M4.5 13.5h5M9 2.5 7 13.5',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l.8-.8',
  list: 'M2.5 4h.01M5.5 4h8M2.5 8h.01M5.5 8h8M2.5 12h.01M5.5 12h8',
  numbers: 'M2 3l1-.7V6M1.8 10.2c.3-.8 1.9-.8 1.9.2 0 .8-1.9 1.4-1.9 2.4h2M6.5 4h7M6.5 8h7M6.5 12h7',
  quote: 'M3 10.5c1.6 0 2.5-1 2.5-3V4.5H2.7v3h2.8M9.5 10.5c1.6 0 2.5-1 2.5-3V4.5H9.2v3H12',
  picture: 'M2 3h12v10H2zM2 11l3.5-3.5L8 10l2-2 4 3.5M10.5 6.2h.01',
}

const KEYS: Partial<Record<Tool, string>> = { bold: 'b', italic: 'i', link: 'k' }

export interface EditWords {
  readonly bold: string
  readonly italic: string
  readonly link: string
}

export function editOf(tool: Tool, selected: Selected, words: EditWords): TextEdit {
  switch (tool) {
    case 'bold':
      return wrap(selected, '**', words.bold)
    case 'italic':
      return wrap(selected, '*', words.italic)
    case 'link':
      return link(selected, words.link)
    default:
      return markLines(selected, tool)
  }
}

/** The tool of a key pressed with Ctrl or Command. */
export function toolOfKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): Tool | null {
  if (ctrlKey === metaKey || altKey || shiftKey) return null
  return (Object.keys(KEYS) as Tool[]).find((tool) => KEYS[tool] === key.toLowerCase()) ?? null
}

interface ToolbarProps {
  readonly onTool: (tool: Tool) => void
  readonly onFiles: (files: readonly File[]) => void
}

export function Toolbar({ onTool, onFiles }: ToolbarProps) {
  const { t } = useTranslation()
  return (
    <div
      className="flex flex-wrap gap-0.5 p-1 border-b border-line bg-surface-1"
      role="toolbar"
      aria-label={t('admin.content.tool.label')}
    >
      {(['heading', 'bold', 'italic', 'link', 'list', 'numbers', 'quote'] as const).map((tool) => (
        <button
          key={tool}
          type="button"
          className={styles.tool}
          aria-label={t(`admin.content.tool.${tool}`)}
          data-tip={t(`admin.content.tool.${tool}`)}
          data-tip-key={KEYS[tool] && `Ctrl+${KEYS[tool].toUpperCase()}`}
          aria-keyshortcuts={KEYS[tool] && `Control+${KEYS[tool].toUpperCase()}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTool(tool)}
        >
          <Glyph name={tool} />
        </button>
      ))}
      <PictureButton label={t('admin.content.tool.picture')} onFiles={onFiles}>
        <Glyph name="picture" />
      </PictureButton>
    </div>
  )
}

function Glyph({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      width={16}
      height={16}
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

/** The browser's file input styled as a button, which keeps it accessible. */
function PictureButton({
  label,
  onFiles,
  children,
}: {
  label: string
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}) {
  return (
    <label className={styles.tool} data-tip={label}>
      {children}
      <input
        type="file"
        className="visually-hidden"
        aria-label={label}
        accept={PICTURE_TYPES.join(',')}
        multiple
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Allow choosing the same file again.
          target.value = ''
        }}
      />
    </label>
  )
}
