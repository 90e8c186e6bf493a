import type { Language } from '@flowprint/i18n'
import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

export interface Administrator {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: Language
}

/** Administrators who can log in, as recipients of mails to all of them. */
export const listAdministrators = (client: Queryable): Promise<Administrator[]> =>
  db(client)
    .selectFrom('account')
    .select(['id', 'username', 'email', 'language'])
    .where(sql<boolean>`is_admin and activated_at is not null and disabled_at is null and deleted_at is null`)
    .$narrowType<{ email: NotNull }>()
    .orderBy('id')
    .execute()
