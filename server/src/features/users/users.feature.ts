import * as calls from '@balcao/contract/people'
import type { CellDirectory } from '../../platform/cells/directory'
import type { Node } from '../../platform/cluster/node'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, type Route, route, type UserCaller } from '../../platform/http/route'
import type { IsUserOnline } from '../../platform/live/presence'
import { hashPassword } from '../../platform/password-hash'
import type { PersonWork } from '../../platform/work'
import { actInChosenCompany } from '../companies/act-in-chosen-company'
import { queueRemovedFromUsers } from '../queues/queues.hooks'
import { createTakenEmailLimit } from './count-taken-emails'
import { createUser } from './create-user'
import { recordUsersChanged } from './record-users-changed'
import { deleteUser, signOutEverywhere, updateUser } from './update-user'
import { userToRead } from './users.access'
import { userChanged, userCreated, userDeleted } from './users.events'
import { userInvited } from './users.hooks'
import { findUsers, usersOfCompany } from './users.read'
import { userView } from './users.view'

export interface UsersDependencies {
  readonly isOnline: IsUserOnline
  readonly node: Pick<Node, 'bus'>
  /** Refuses with ERR_PASSWORD_WRONG unless the password is the caller's; counts attempts like the log-in. */
  readonly provePassword: (caller: UserCaller, password: string) => Promise<void>
  readonly cells: Pick<CellDirectory, 'claiming'>
}

export function usersFeature(parts: UsersDependencies): Feature {
  const { isOnline } = parts
  return {
    name: 'users',
    routes: userRoutes(parts),
    events: [userCreated, userChanged, userDeleted],
    hooks: [
      onHook(queueRemovedFromUsers, (work, { userIds }) => recordUsersChanged(work, userIds, isOnline)),
    ],
  }
}

function userRoutes({ isOnline, node, provePassword, cells }: UsersDependencies): readonly Route[] {
  const emails = createTakenEmailLimit(node)
  return [
    route(calls.listUsers, async (work, { query }) => {
      const { rows, ...page } = await findUsers(work, query.searchParam, query.pageNumber)
      return { users: rows.map((row) => userView(row, isOnline)), ...page }
    }),
    callerRoute(calls.listUserChoices, (caller, { query }) =>
      actInChosenCompany(caller, query.companyId, async (work) => {
        const rows = await usersOfCompany(work)
        return rows
          .map((row) => userView(row, isOnline))
          .map(({ id, name, queues }) => ({ id, name, queues }))
      }),
    ),
    route(calls.getUser, async (work, { params }) =>
      userView(await userToRead(work, params.userId), isOnline),
    ),
    // Hashing is slow, so it runs before the transaction.
    callerRoute(calls.createUser, async (caller, { body }) => {
      const { password, companyId, whatsappId = null, invite, ...fields } = body
      const passwordHash = await hashPassword(password)
      const form = { ...fields, passwordHash, defaultConnectionId: whatsappId }
      const row = await actInChosenCompany(caller, companyId, (work) =>
        emails.guard(caller.actor, work.now, () =>
          cells.claiming(form.email, async () => {
            const created = await createUser(work, form, caller.actor)
            if (invite) await work.runHook(userInvited, { userId: created.id })
            return created
          }),
        ),
      )
      return userView(row, isOnline)
    }),
    callerRoute(calls.updateUser, async (caller, { params, body }) => {
      const { password, currentPassword, whatsappId, ...form } = body
      if (currentPassword !== undefined) await provePassword(caller, currentPassword)
      const passwordHash = password === undefined ? undefined : await hashPassword(password)
      const change = { ...form, passwordHash, defaultConnectionId: whatsappId }
      const save = (work: PersonWork) => updateUser(work, params.userId, change, isOnline)
      const { email } = change
      const { row, returnedTickets } = await caller.act((work) =>
        email === undefined
          ? save(work)
          : emails.guard(caller.actor, work.now, () => cells.claiming(email, () => save(work))),
      )
      return { ...userView(row, isOnline), returnedTickets }
    }),
    route(calls.signOutEverywhere, async (work, { params }) => {
      await signOutEverywhere(work, params.userId)
      return { message: 'Signed out everywhere.' }
    }),
    route(calls.deleteUser, async (work, { params }) => ({
      returnedTickets: await deleteUser(work, params.userId),
      message: 'user deleted',
    })),
  ]
}
