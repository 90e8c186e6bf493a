import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, loadCommands } from '../../shared/commands/commands.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { Icon } from '../../shared/ui/icons.tsx'
import { Kbd } from '../../shared/ui/kbd.tsx'
import { useSignedIn } from '../../shared/session/token.ts'
import { DOORS, PLACES, SETTINGS, useEntries } from '../menus.ts'
import { helpCommands, pageCommands } from './page-commands.ts'
import { readRecentCommands, rememberCommand } from './recent-commands.ts'
import { buildCommandIndex, type CommandList } from './search-commands.ts'
import search from '../../shared/ui/search-bar.module.css'
import styles from './palette.module.css'

/** Dialog that finds and runs the commands of this page and of every page. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const entries = useEntries([...PLACES, ...(signedIn ? SETTINGS : DOORS)])
  const [query, setQuery] = useState('')
  const [loaded, setLoaded] = useState<{ readonly page: readonly Command[]; readonly help: readonly Command[] }>({
    page: [],
    help: [],
  })

  useEffect(() => {
    let isLeft = false
    void loadCommands().then((page) => isLeft || setLoaded((before) => ({ ...before, page })))
    // Texts of the help are the largest part: the rest does not wait for them.
    helpCommands().then(
      (help) => isLeft || setLoaded((before) => ({ ...before, help })),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [])

  const index = useMemo(
    () => buildCommandIndex([...loaded.page, ...pageCommands(t, entries), ...loaded.help], readRecentCommands()),
    [loaded, t, entries],
  )
  const lists = useMemo(() => index.find(query), [index, query])

  const run = (command: Command) => {
    rememberCommand(command.id)
    onClose()
    command.run()
  }

  return (
    <BaseDialog.Root open onOpenChange={(open) => open || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={styles.palette} data-overlay="dialog" aria-label={t('palette.title')}>
          <Autocomplete.Root
            open
            inline
            items={lists}
            filter={null}
            value={query}
            onValueChange={setQuery}
            itemToStringValue={({ label }: Command) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className={`${search.bar} ${styles.search}`}>
              <Icon name="search" />
              <Autocomplete.Input
                className={search.input}
                aria-label={t('palette.search')}
                placeholder={t('palette.search')}
                maxLength={80}
                spellCheck={false}
              />
              <IconButton icon="close" label={t('common.close')} onClick={onClose} />
            </div>
            <Autocomplete.Empty>
              <p className={styles.empty}>{query.trim() !== '' && t('palette.none', { text: query.trim() })}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className={styles.list}>
              {(list: CommandList) => (
                <Autocomplete.Group key={list.group} items={list.items}>
                  <Autocomplete.GroupLabel className={styles.group}>
                    {t(`palette.groups.${list.group}`)}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        className={styles.item}
                        onClick={() => run(command)}
                      >
                        <span className={styles.mark}>{command.isChecked && <Icon name="check" size={14} />}</span>
                        <span className={styles.label}>
                          {command.label}
                          {command.isChecked && <span className="visually-hidden"> ({t('palette.on')})</span>}
                        </span>
                        {command.note && <span className={styles.note}>{command.note}</span>}
                        {command.keys && (
                          <span className={styles.keys}>
                            {command.keys.map((key) => (
                              <Kbd key={key}>{key}</Kbd>
                            ))}
                          </span>
                        )}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
