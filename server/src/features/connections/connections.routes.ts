import * as contract from '@balcao/contract/connections'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { parsePhone } from '@balcao/domain/phone-number'
import { LinkingRefused, NotConnected } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import { callerRoute, type Route, readRoute, route, type UserCaller } from '../../platform/http/route'
import { type Refusal, refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { actInChosenCompany, isOtherCompany } from '../companies/act-in-chosen-company'
import { createApiToken, revokeApiToken } from './connection-token'
import { connectionToRead } from './connections.access'
import { type ConnectionRow, connectionsOfCompany } from './connections.queries'
import { readConnectionUsage } from './connections.read'
import { deleteConnection, tryUnlinkNumber } from './connections.verbs'
import { connectionUsageView, connectionView } from './connections.view'
import type { LiveLinks } from './live-links.port'
import { decryptQr } from './qr-seal'
import { requestSessionState, stopSession } from './request-session'
import { createConnection, updateConnection } from './save-connection'

export function connectionRoutes(dataKeys: DataKeys, links: LiveLinks): readonly Route[] {
  /** Admins get the QR text; other users get the status. */
  const viewWith = (companyId: CompanyId, row: ConnectionRow, mayScan: boolean) => {
    const { id, sealed_qr: sealed } = row
    return connectionView(row, sealed !== null && mayScan ? decryptQr(dataKeys, companyId, id, sealed) : '')
  }
  const viewFor = ({ actor, companyId }: PersonWork, row: ConnectionRow) =>
    viewWith(companyId, row, isAdmin(actor))

  return [
    callerRoute(contract.listConnections, (caller, { query: { companyId } }) =>
      actInChosenCompany(caller, companyId, async ({ db }) => {
        // QR codes are for admins of the company itself, not for the platform's owner.
        const mayScan = isAdmin(caller.actor) && !isOtherCompany(caller, companyId)
        const rows = await db.rows(connectionsOfCompany)
        return rows.map((row) => viewWith(caller.actor.companyId, row, mayScan))
      }),
    ),
    route(contract.getConnection, async (work, { params }) =>
      viewFor(work, await connectionToRead(work, params.connectionId)),
    ),
    route(contract.createConnection, async (work, { body }) =>
      viewFor(work, await createConnection(work, body)),
    ),
    route(contract.updateConnection, async (work, { params, body }) =>
      viewFor(work, await updateConnection(work, params.connectionId, body)),
    ),
    readRoute(contract.getConnectionUsage, async (work, { params }) =>
      connectionUsageView(await readConnectionUsage(work, params.connectionId)),
    ),
    route(contract.createConnectionToken, async (work, { params }) => ({
      token: await createApiToken(work, params.connectionId),
    })),
    route(contract.revokeConnectionToken, async (work, { params }) => {
      await revokeApiToken(work, params.connectionId)
      return { message: 'Token revoked.' }
    }),
    callerRoute(contract.deleteConnection, async (caller, { params: { connectionId } }) => {
      await caller.act((work) => connectionToRead(work, connectionId))
      await tryUnlinkNumber(links, caller.actor.companyId, connectionId)
      await caller.act((work) => deleteConnection(work, connectionId))
      return { message: 'Whatsapp deleted.' }
    }),
    route(contract.retryConnection, async (work, { params, body }) => {
      await requestSessionState(work, params.connectionId, 'link', body.bringHistory)
      return { message: 'Starting session.' }
    }),
    route(contract.requestNewQr, async (work, { params, body }) => {
      await requestSessionState(work, params.connectionId, 'new-qr', body.bringHistory ?? false)
      return { message: 'Starting session.' }
    }),
    route(contract.stopConnection, async (work, { params }) => {
      await stopSession(work, params.connectionId)
      return { message: 'Session stopped.' }
    }),
    route(contract.logOutConnection, async (work, { params }) => {
      await requestSessionState(work, params.connectionId, 'log-out')
      return { message: 'Session disconnected.' }
    }),
    callerRoute(contract.createPairingCode, async (caller, { params, body }) => ({
      code: await requestPairingCode(caller, links, { ...params, ...body }),
    })),
  ]
}

/** Returns the code to type on the phone. Refuses unless a QR code is shown, or an earlier code waits for the phone. */
export async function requestPairingCode(
  caller: UserCaller,
  links: LiveLinks,
  { connectionId, number }: { connectionId: ConnectionId; number: string },
): Promise<string> {
  await caller.act((work) => connectionToRead(work, connectionId))
  const phone = parsePhone(number)
  if (phone === null) throw refuse('ERR_VALIDATION', { field: 'number' })
  const link = links.link(caller.actor.companyId, connectionId)
  if (link === null) throw refuse('ERR_WAPP_NOT_INITIALIZED')

  try {
    return await link.requestPairingCode(phone)
  } catch (error) {
    if (error instanceof NotConnected) throw refuse('ERR_WAPP_NOT_INITIALIZED')
    if (error instanceof LinkingRefused) throw refusalOf(error)
    throw error
  }
}

/** WhatsApp answers 429 to a number with too many requests: the person must wait, and more requests prolong it. */
const tooOften = 429

function refusalOf({ code }: LinkingRefused): Refusal {
  if (code === null) return refuse('ERR_PAIRING_NO_ANSWER')
  return code === tooOften ? refuse('ERR_PAIRING_TOO_OFTEN') : refuse('ERR_PAIRING_REFUSED', { code })
}
