import type { CompanyId } from '@balcao/domain/ids'
import { settingDefinitions, settingKeys } from '@balcao/domain/settings'
import type pg from 'pg'
import { admin } from '../../e2e/src/product'
import { hashPassword } from '../../server/src/platform/password-hash'

/**
 * A company besides the first one, on the first one's plan, with an admin whose password is `admin`'s. Benches write
 * tables directly: the sign-up has rules of its own, and is not measured.
 */
export async function foundCompany(
  owner: pg.Pool | pg.Client,
  { name, email }: { name: string; email: string },
): Promise<CompanyId> {
  const passwordHash = await hashPassword(admin.password)
  const { rows } = await owner.query<{ id: CompanyId }>(
    `with made as (
       insert into companies (name, email, plan_id, due_date, created_at, updated_at)
       select $1, $2, min(id), '2099-12-31', now(), now() from plans
       returning id
     ), configured as (
       insert into settings (company_id, key, value)
       select made.id, s.key, s.value from made, unnest($4::text[], $5::text[]) as s (key, value)
     )
     insert into users (company_id, name, email, password_hash, profile, created_at, updated_at)
     select made.id, 'Administrador', $2, $3, 'admin', now(), now() from made
     returning company_id as id`,
    [
      name,
      email,
      passwordHash,
      [...settingKeys],
      settingKeys.map((key) => settingDefinitions[key].byDefault),
    ],
  )
  const [made] = rows
  if (made === undefined) throw new Error('The company was not founded')
  return made.id
}
