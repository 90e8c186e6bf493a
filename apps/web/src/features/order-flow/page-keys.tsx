import { PageCommands } from './panels/commands/page-commands.tsx'
import type { ChartCommandsOptions } from './panels/commands/chart-commands.ts'
import { Hotkeys, type HotkeysProps } from './panels/keyboard/hotkeys.ts'

/** The keys of the page and its commands in the palette. */
export function PageKeys({ controller, menus, actions, switchTo }: HotkeysProps & ChartCommandsOptions) {
  return (
    <>
      <Hotkeys controller={controller} actions={actions} switchTo={switchTo} />
      <PageCommands menus={menus} actions={actions} switchTo={switchTo} />
    </>
  )
}
