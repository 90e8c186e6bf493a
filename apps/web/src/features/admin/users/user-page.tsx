import type { AdminUser } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadUsers } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ChoiceFilter } from '../list/choice-filter.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { filled } from '../list/filters.ts'
import { Rows } from '../list/rows.tsx'
import { SearchField } from '../list/search-field.tsx'
import { useFilters } from '../list/use-filters.ts'
import { useRows } from '../list/use-rows.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { UserSessionsDialog } from './user-sessions-dialog.tsx'
import { useUserColumns, type UserAct } from './user-columns.tsx'

const ROLES = ['user', 'inviter', 'admin'] as const
const EXPIRED = ['yes', 'no'] as const

/** All accounts and their actions. */
export function Page() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ readonly user: AdminUser; readonly act: UserAct } | null>(null)
  const { values, page, size, isNarrowed, set, setPage, clear } = useFilters(['name', 'role', 'expired'], {
    role: ROLES,
    expired: EXPIRED,
  })
  const { expired, ...rest } = filled(values)
  const filters = { ...rest, ...(expired === undefined ? {} : { expired: expired === 'yes' }) }
  const query = useRows('users', loadUsers, { ...filters, page_cur: page, page_size: size })
  const columns = useUserColumns((user, act) => setOpen({ user, act }))
  return (
    <ManagerPage
      title={t('admin.users.title')}
      lead={t('admin.users.lead')}
      fills
      tools={<ExportButton list="users" filters={filters} />}
    >
      <FilterBar isNarrowed={isNarrowed} onClear={clear}>
        <SearchField label={t('admin.users.search')} value={values.name} onSearch={(text) => set('name', text)} />
        <ChoiceFilter
          label={t('admin.users.role')}
          value={values.role}
          onChange={(value) => set('role', value)}
          options={ROLES.map((value) => ({ value, label: t(`admin.users.roleOf.${value}`) }))}
        />
        <ChoiceFilter
          label={t('admin.users.membership')}
          value={values.expired}
          onChange={(value) => set('expired', value)}
          options={EXPIRED.map((value) => ({ value, label: t(`admin.users.membershipOf.${value}`) }))}
        />
      </FilterBar>
      <Rows
        label={t('admin.users.title')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        onPage={setPage}
        onSize={(value) => set('size', value)}
      />
      {open && <UserDialog user={open.user} act={open.act} onClose={() => setOpen(null)} />}
    </ManagerPage>
  )
}

function UserDialog({ user, act, onClose }: { user: AdminUser; act: UserAct; onClose: () => void }) {
  switch (act) {
    case 'role':
      return <RoleDialog user={user} onClose={onClose} />
    case 'grant':
      return <GrantDialog user={user} onClose={onClose} />
    case 'sessions':
      return <UserSessionsDialog user={user} onClose={onClose} />
    case 'disable':
      return <DisableDialog user={user} onClose={onClose} />
  }
}
