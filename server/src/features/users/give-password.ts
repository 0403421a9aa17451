import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { saveUser } from './users.queries'

/**
 * Sets a generated password, for the operator of the installation, who belongs to no company. The audit trail stores
 * `because`. The caller ends the sessions.
 */
export async function givePassword(
  work: CompanyWork,
  { id, name }: { readonly id: UserId; readonly name: string },
  passwordHash: string,
  because: string,
): Promise<void> {
  await work.db.run(saveUser, {
    id,
    name: null,
    email: null,
    passwordHash,
    profile: null,
    allTicket: null,
    setConnection: false,
    defaultConnectionId: null,
    at: work.now,
    isGenerated: true,
  })
  await recordAudit(work, {
    act: 'user.changed',
    subject: { id, name },
    detail: { fields: 'password', because },
  })
}
