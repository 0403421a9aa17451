import * as contract from '@balcao/contract/connections'
import type { CompanyId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import type { DataKeys } from '../../platform/encryption'
import { callerRoute, type Route, readRoute, route } from '../../platform/http/route'
import type { PersonWork } from '../../platform/work'
import { actInChosenCompany, isForeign } from '../companies/act-in-chosen-company'
import { makeToken, revokeToken } from './connection-token'
import { connectionToRead } from './connections.access'
import { type ConnectionRow, connectionsOfCompany } from './connections.queries'
import { usageOf } from './connections.read'
import { deleteConnection, logOutQuietly } from './connections.verbs'
import { connectionUsageView, connectionView } from './connections.view'
import type { LiveLinks } from './live-links.port'

import { requestPairingCode } from './pairing-code'
import { openQr } from './qr-seal'
import { requestSession, stopSession } from './request-session'
import { createConnection, updateConnection } from './save-connection'

export function connectionRoutes(dataKeys: DataKeys, links: LiveLinks): readonly Route[] {
  /** Admins get the QR text; other users get the status. */
  const viewWith = (companyId: CompanyId, row: ConnectionRow, mayScan: boolean) =>
    connectionView(
      row,
      row.sealed_qr !== null && mayScan ? openQr(dataKeys, companyId, row.id, row.sealed_qr) : '',
    )
  const viewFor = ({ actor, companyId }: PersonWork, row: ConnectionRow) =>
    viewWith(companyId, row, isAdmin(actor))

  return [
    callerRoute(contract.listConnections, (caller, { query: { companyId } }) =>
      actInChosenCompany(caller, companyId, async ({ db }) => {
        // QR codes are for admins of the company itself, not for the platform's owner.
        const mayScan = isAdmin(caller.actor) && !isForeign(caller, companyId)
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
    readRoute(contract.connectionUsage, async (work, { params }) =>
      connectionUsageView(await usageOf(work, params.connectionId)),
    ),
    route(contract.makeConnectionToken, async (work, { params }) => ({
      token: await makeToken(work, params.connectionId),
    })),
    route(contract.revokeConnectionToken, async (work, { params }) => {
      await revokeToken(work, params.connectionId)
      return { message: 'Token revoked.' }
    }),
    callerRoute(contract.deleteConnection, async (caller, { params: { connectionId } }) => {
      await caller.act((work) => connectionToRead(work, connectionId))
      await logOutQuietly(links, caller.actor.companyId, connectionId)
      await caller.act((work) => deleteConnection(work, connectionId))
      return { message: 'Whatsapp deleted.' }
    }),
    route(contract.startSession, async (work, { params, body }) => {
      await requestSession(work, params.connectionId, 'link', body.bringHistory)
      return { message: 'Starting session.' }
    }),
    route(contract.newQr, async (work, { params, body }) => {
      await requestSession(work, params.connectionId, 'new-qr', body.bringHistory ?? false)
      return { message: 'Starting session.' }
    }),
    route(contract.stopSession, async (work, { params }) => {
      await stopSession(work, params.connectionId)
      return { message: 'Session stopped.' }
    }),
    route(contract.disconnect, async (work, { params }) => {
      await requestSession(work, params.connectionId, 'log-out')
      return { message: 'Session disconnected.' }
    }),
    callerRoute(contract.pairingCode, async (caller, { params, body }) => ({
      code: await requestPairingCode(caller, links, { ...params, ...body }),
    })),
  ]
}
