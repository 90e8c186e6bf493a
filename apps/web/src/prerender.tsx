import type { Language } from '@flowprint/i18n'
import i18next from 'i18next'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { ReactNode } from 'react'
import { App } from './app/app.tsx'
import { setUpLanguage } from './shared/i18n/setup.ts'

/** The home page as visitors first receive it, and its head. Runs at the build (tools/prerender.mjs), in Node. */
export interface Prerendered {
  readonly html: string
  readonly title: string
  readonly headline: string
  readonly description: string
}

const Home = ({ children }: { readonly children: ReactNode }) => <StaticRouter location="/">{children}</StaticRouter>

export async function prerenderHome(language: Language): Promise<Prerendered> {
  await setUpLanguage(language)
  const { prelude } = await prerender(<App Frame={Home} />, {
    // Nothing is streamed for a script to insert later: the policy forbids inline scripts.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => {
      throw error
    },
  })
  const html = await new Response(prelude).text()
  const { t } = i18next
  return { html, title: t('shell.title.home'), headline: t('home.hero.title'), description: t('home.hero.lead') }
}
