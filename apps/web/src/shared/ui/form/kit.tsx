/**
 * The only import of TDesign: components and styles load as one lazy chunk with the first page that needs them, never
 * with the chart. Colours and sizes are ours (tdesign.css); its texts follow the page's language. React 19 needs the
 * adapter before any toast or dialog.
 */
import 'tdesign-react/es/_util/react-19-adapter'
import 'tdesign-react/es/style/index.css'
import './tdesign.css'
import type { ReactNode } from 'react'
import { ConfigProvider } from 'tdesign-react/es/config-provider'
import enUS from 'tdesign-react/es/locale/en_US'
import zhCN from 'tdesign-react/es/locale/zh_CN'
import { useLanguage } from '../../i18n/language.ts'

export { Button as KitButton } from 'tdesign-react/es/button'
export { Input, type InputRef } from 'tdesign-react/es/input'

/** Provider for TDesign components; included in FormPage. */
export function Kit({ children }: { children: ReactNode }) {
  const language = useLanguage()
  return <ConfigProvider globalConfig={language === 'zh' ? zhCN : enUS}>{children}</ConfigProvider>
}
