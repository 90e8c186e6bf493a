/**
 * The one door to TDesign: its components and styles come as one lazy chunk with the first page that needs them, never
 * with the chart. Its colours and measures are ours (tdesign.css), its own words follow the page's language.
 * React 19 needs the adapter before any of its toasts or dialogs.
 */
import 'tdesign-react/es/_util/react-19-adapter'
import 'tdesign-react/es/style/index.css'
import './tdesign.css'
import type { ReactNode } from 'react'
import { ConfigProvider } from 'tdesign-react/es/config-provider'
import enUS from 'tdesign-react/es/locale/en_US'
import zhCN from 'tdesign-react/es/locale/zh_CN'
import { useLanguage } from '../../i18n/use-language.ts'

export { Button as KitButton } from 'tdesign-react/es/button'
export { Input, type InputRef } from 'tdesign-react/es/input'

/** Around everything made of TDesign; FormPage brings it along. */
export function Kit({ children }: { children: ReactNode }) {
  const language = useLanguage()
  return <ConfigProvider globalConfig={language === 'zh' ? zhCN : enUS}>{children}</ConfigProvider>
}
