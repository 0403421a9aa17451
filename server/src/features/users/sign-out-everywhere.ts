import type { UserId } from '@balcao/domain/ids'
import type { PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { userToChange } from './users.access'
import { userMustSignInAgain } from './users.hooks'

/** Ends every session of a user, also the caller's own: for a lost phone, a shared computer, or a user who left. */
export async function signOutEverywhere(work: PersonWork, id: UserId): Promise<void> {
  const { name } = await userToChange(work, id)

  await work.runHook(userMustSignInAgain, {
    userId: id,
    because: 'signed out everywhere',
    exceptSessionId: null,
  })

  await recordAudit(work, { act: 'sessions.ended', subject: { id, name }, detail: { everywhere: true } })
}
