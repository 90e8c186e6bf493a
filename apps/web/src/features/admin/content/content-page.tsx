import { CONTENT_KEY, LANGUAGE_CODES } from '@flowprint/contract'
import { useSearchParams } from 'react-router'
import { Contents } from './contents.tsx'
import { EditorPage } from './editor-page.tsx'

const PATTERN = new RegExp(CONTENT_KEY)

/** The list of texts; with key and language in the URL, the editor. */
export function Page() {
  const [params] = useSearchParams()
  const key = params.get('key') ?? ''
  const language = LANGUAGE_CODES.find((code) => code === params.get('language'))
  return language !== undefined && PATTERN.test(key) ? (
    <EditorPage contentKey={key} language={language} />
  ) : (
    <Contents />
  )
}
