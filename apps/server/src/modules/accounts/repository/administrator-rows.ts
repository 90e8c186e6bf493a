import type { Language } from '@flowprint/i18n'
import type { Queryable } from '../../../platform/database/index.ts'

export interface Administrator {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: Language
}

/** Administrators who can log in, as recipients of mails to all of them. */
export async function listAdministrators(client: Queryable): Promise<Administrator[]> {
  const { rows } = await client.query<Administrator & { id: number }>(
    `select id, username, email, language from account
     where is_admin and activated_at is not null and disabled_at is null and deleted_at is null order by id`,
  )
  return rows
}
