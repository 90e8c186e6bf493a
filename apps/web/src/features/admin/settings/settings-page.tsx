import type { BusinessSetting, SettingKey } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../../shared/ui/page/states.tsx'
import { loadSettings } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ADMIN_KEY } from '../list/use-list.ts'
import { EditDialog } from './edit-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { GROUPS } from './setting-values.ts'
import { SettingItem } from './setting-item.tsx'

type Open = { readonly key: SettingKey; readonly as: 'edit' | 'history' }

/** Business settings, each with its author and time. */
export function Page() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN_KEY, 'settings'],
    queryFn: ({ signal }) => loadSettings(signal),
    staleTime: 0,
  })
  const byKey = new Map<SettingKey, BusinessSetting>(data?.list.map((setting) => [setting.key, setting]))
  const chosen = open && byKey.get(open.key)
  const close = () => setOpen(null)
  return (
    <ManagerPage title={t('admin.settings.title')} lead={t('admin.settings.lead')}>
      {!data &&
        (error ? <Failed title={t('admin.frame.failed')} error={error} onRetry={refetch} /> : <Loading count={10} />)}
      {data &&
        (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
          <section key={group} className="flex flex-col gap-2 max-w-[1080px]">
            <h2 className="text-xl font-semibold">{t(`admin.settings.group.${group}`)}</h2>
            <ul className="rounded-md bg-surface-1 inset-border">
              {GROUPS[group].map((key) => {
                const setting = byKey.get(key)
                return (
                  setting && (
                    <SettingItem
                      key={key}
                      setting={setting}
                      onEdit={() => setOpen({ key, as: 'edit' })}
                      onHistory={() => setOpen({ key, as: 'history' })}
                    />
                  )
                )
              })}
            </ul>
          </section>
        ))}
      {chosen && open.as === 'edit' && <EditDialog setting={chosen} onClose={close} onStale={() => void refetch()} />}
      {chosen && open.as === 'history' && <HistoryDialog setting={chosen} onClose={close} />}
    </ManagerPage>
  )
}
