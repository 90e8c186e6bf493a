import { accountWorld } from '../accounts/world.ts'
import type { SignedUp } from '../accounts/world.ts'

/** The app with its accounts, and administrators in it. */
export async function adminWorld() {
  const world = await accountWorld()

  /** A user with the role; past the step-up unless stated otherwise. */
  async function administrator(options: { readonly steppedUp?: boolean } = {}): Promise<SignedUp> {
    const admin = await world.signUp()
    await world.pool.query('update account set is_admin = true where id = $1', [admin.id])
    if (options.steppedUp !== false) await world.call('/step_up', { password: admin.password }, admin)
    return admin
  }

  /** Audit entries after the given one, oldest first. */
  async function actsSince(id: number) {
    const { rows } = await world.pool.query(
      'select action, actor_id, object_type, object_id, before, after, ip_hash from audit_log where id > $1 order by id',
      [id],
    )
    return rows
  }

  async function newestAct(): Promise<number> {
    const { rows } = await world.pool.query<{ id: number }>('select coalesce(max(id), 0)::bigint as id from audit_log')
    return rows[0].id
  }

  return { ...world, administrator, actsSince, newestAct }
}

export type AdminWorld = Awaited<ReturnType<typeof adminWorld>>
