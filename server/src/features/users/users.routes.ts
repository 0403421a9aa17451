import * as calls from '@balcao/contract/people'
import { callerRoute, type Route, route } from '../../platform/http/route'
import type { IsOnline } from '../../platform/live/presence'
import { hashPassword } from '../../platform/password-hash'
import { createUser } from './create-user'
import { deleteUser } from './delete-user'
import { signOutEverywhere } from './sign-out-everywhere'
import { updateUser } from './update-user'
import { userToRead } from './users.access'
import { everyUser, findUsers } from './users.read'
import { userView } from './users.view'

export function userRoutes(isOnline: IsOnline): readonly Route[] {
  return [
    route(calls.listUsers, async (work, { query }) => {
      const { users, ...page } = await findUsers(work, query.searchParam, query.pageNumber)
      return { users: users.map((row) => userView(row, isOnline)), ...page }
    }),
    route(calls.userChoices, async (work) => {
      const rows = await everyUser(work)
      return rows.map((row) => userView(row, isOnline)).map(({ id, name, queues }) => ({ id, name, queues }))
    }),
    route(calls.getUser, async (work, { params }) =>
      userView(await userToRead(work, params.userId), isOnline),
    ),
    // Hashing is slow, so it stands before the act.
    callerRoute(calls.createUser, async (caller, { body: { password, whatsappId = null, ...form } }) => {
      const passwordHash = await hashPassword(password)
      const row = await caller.act((work) =>
        createUser(work, { ...form, passwordHash, defaultConnectionId: whatsappId }),
      )
      return userView(row, isOnline)
    }),
    callerRoute(calls.updateUser, async (caller, { params, body: { password, whatsappId, ...form } }) => {
      const passwordHash = password === undefined ? undefined : await hashPassword(password)
      const change = { ...form, passwordHash, defaultConnectionId: whatsappId }
      const { row, returnedTickets } = await caller.act((work) =>
        updateUser(work, params.userId, change, isOnline),
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
