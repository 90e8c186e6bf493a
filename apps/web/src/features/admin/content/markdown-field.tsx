import { PICTURE_MAX_BYTES } from '@flowprint/contract'
import { useId, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../shared/ui/toasts.ts'
import { applyEdit, applyQuietly, picture } from './markdown-edits.ts'
import styles from './content.module.css'
import { PRODUCT } from './draft.ts'
import { placeOf, settleUpload, sizeText, type Uploads, wordsOfName } from './uploads.ts'
import { editOf, Toolbar, toolOfKey } from './toolbar.tsx'
import { UploadList } from './upload-list.tsx'

interface MarkdownFieldProps {
  readonly value: string
  readonly fault: string | null
  /** Content at the end below the field. */
  readonly note?: string
  readonly uploads: Uploads
  readonly isBusy: boolean
  readonly language: string
  readonly onChange: (text: string) => void
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** The text with its toolbar; images by button, drop or paste. */
export function MarkdownField({ value, fault, note, uploads, isBusy, language, onChange }: MarkdownFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isOver, setOver] = useState(false)

  const run = (tool: Parameters<typeof editOf>[0]) => {
    const element = field.current
    if (!element || isBusy) return
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const words = {
      bold: t('admin.content.tool.boldWord'),
      italic: t('admin.content.tool.italicWord'),
      link: t('admin.content.tool.linkWord'),
    }
    applyEdit(element, editOf(tool, { text, start, end }, words))
  }
  const insert = (file: File) =>
    uploads.add(
      file,
      (upload) => {
        const element = field.current
        if (!element) return
        const { value: text, selectionStart: start, selectionEnd: end } = element
        applyEdit(
          element,
          picture({ text, start, end }, wordsOfName(file.name) || t('admin.content.picture.words'), placeOf(upload)),
        )
      },
      (upload, address) => {
        const element = field.current
        const change = element && settleUpload(element.value, upload, address)
        if (!element || !change) return
        applyQuietly(element, change)
        if (address !== null) showToast(t('admin.content.picture.done'))
      },
    )
  const take = (files: readonly File[]) => files.forEach(insert)
  const onKeyDown = (event: KeyboardEvent) => {
    const tool = toolOfKey(event)
    if (tool === null) return
    event.preventDefault()
    run(tool)
  }
  const onPaste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    // Documents put an image of the text on the clipboard too: prefer the text.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    take([...files])
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (!carriesFiles(event)) return
    event.preventDefault()
    take([...event.dataTransfer.files])
  }
  const onDragOver = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className={`${styles.field} ${styles.text}`}>
      <label htmlFor={id} className="text-muted text-m">
        {t('admin.content.field.text')}
      </label>
      <div
        className={isOver ? `${styles.sheet} ${styles.over}` : styles.sheet}
        data-invalid={fault !== null}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Toolbar onTool={run} onFiles={take} />
        <textarea
          ref={field}
          id={id}
          name="markdown"
          className={styles.area}
          value={value}
          readOnly={isBusy}
          lang={language}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-said`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {isOver && (
          <p className={styles.drop} aria-hidden="true">
            {t('admin.content.picture.drop')}
          </p>
        )}
      </div>
      <UploadList list={uploads.list} onRemove={uploads.remove} />
      <div id={`${id}-said`} className="flex flex-wrap justify-between gap-x-4 min-h-4.5 text-s leading-4.5">
        {fault === null ? (
          <span className={styles.hint}>
            {t('admin.content.picture.hint', { max: sizeText(PICTURE_MAX_BYTES), product: PRODUCT })}
          </span>
        ) : (
          <span className="text-bad" role="alert">
            {fault}
          </span>
        )}
        {note !== undefined && <span className="text-warning">{note}</span>}
      </div>
    </div>
  )
}
