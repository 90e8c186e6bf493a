import type { AdminUser } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../shared/ui/button.tsx'
import { Dropdown } from '../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../shared/ui/menu.tsx'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import styles from '../parts/parts.module.css'
import { dayOf, momentOf, personName } from '../parts/show.ts'

/** Actions on an account. */
export type UserAct = 'role' | 'grant' | 'sessions' | 'disable'

type Name = 'id' | 'name' | 'person' | 'email' | 'role' | 'expire' | 'expired' | 'registered' | 'state'

export function useUserColumns(onAct: (user: AdminUser, act: UserAct) => void): readonly Column<AdminUser>[] {
  const { t } = useTranslation()
  const title = (name: Name) => t(`admin.users.column.${name}`)
  return [
    { key: 'id', title: title('id'), align: 'right', width: 72, cell: ({ id }) => id },
    { key: 'name', title: title('name'), cell: ({ username }) => username },
    { key: 'person', title: title('person'), cell: (row) => personName(row) || '–' },
    { key: 'email', title: title('email'), cell: ({ email }) => email ?? t('admin.frame.deleted') },
    {
      key: 'role',
      title: title('role'),
      cell: ({ role }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {role.length === 0
            ? t('admin.users.roleOf.user')
            : role.map((one) => (
                <Tag key={one} tone="brand">
                  {t(`admin.users.roleOf.${one}`)}
                </Tag>
              ))}
        </span>
      ),
    },
    {
      key: 'expire',
      title: title('expire'),
      align: 'right',
      cell: (row) => (row.expire_time === null ? '–' : dayOf(t, row.expire_time)),
    },
    {
      key: 'expired',
      title: title('expired'),
      cell: ({ expired }) => (
        <Tag tone={expired ? 'warning' : 'good'}>{t(expired ? 'admin.users.expired' : 'admin.users.valid')}</Tag>
      ),
    },
    { key: 'registered', title: title('registered'), align: 'right', cell: (row) => momentOf(t, row.register_time) },
    { key: 'state', title: title('state'), cell: (row) => <StateTag user={row} /> },
    {
      key: 'actions',
      title: t('admin.frame.actions'),
      align: 'right',
      cell: (row) => (
        <span className={styles.actions} data-actions="">
          {row.email !== null && (
            <Button variant="outlined" onClick={() => onAct(row, 'role')}>
              {t('admin.users.assign')}
            </Button>
          )}
          {row.email !== null && <MoreMenu user={row} onAct={(act) => onAct(row, act)} />}
        </span>
      ),
    },
  ]
}

function StateTag({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const state = user.disabled ? 'disabled' : user.activated ? 'active' : 'waiting'
  return (
    <Tag tone={state === 'disabled' ? 'bad' : state === 'waiting' ? 'warning' : undefined}>
      {t(`admin.users.state.${state}`)}
    </Tag>
  )
}

function MoreMenu({ user, onAct }: { user: AdminUser; onAct: (act: UserAct) => void }) {
  const { t } = useTranslation()
  const label = t('admin.users.menu', { name: user.username })
  const entry = (act: UserAct, text: string, close: () => void) => ({
    key: act,
    label: text,
    onSelect: () => {
      close()
      onAct(act)
    },
  })
  return (
    <Dropdown
      label={label}
      kind="menu"
      align="end"
      trigger={(props) => <IconButton icon="more" label={label} {...props} />}
    >
      {(close) => (
        <Menu
          label={label}
          items={[
            entry('grant', t('admin.users.grant.button'), close),
            entry('sessions', t('admin.users.sessions.button'), close),
            entry(
              'disable',
              t(user.disabled ? 'admin.users.disable.enableButton' : 'admin.users.disable.button'),
              close,
            ),
          ]}
        />
      )}
    </Dropdown>
  )
}
