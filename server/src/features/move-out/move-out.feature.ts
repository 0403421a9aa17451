import * as calls from '@balcao/contract/move-out'
import { moveOutTexts } from '@balcao/domain/move-out-texts'
import type { Feature } from '../../platform/feature'
import type { FileStore } from '../../platform/files/file-store'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute, type UserCaller } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import { ownCompany } from '../companies/companies.read'
import { contactErasing } from '../contacts/contacts.hooks'
import { moveOutChanged } from './move-out.events'
import type { MoveOutRow } from './move-out.queries'
import { deleteMoveOutZips, expireMoveOutJob, readCurrentMoveOut, requestMoveOut } from './order-move-out'
import { writeMoveOutJob } from './write-move-out'

interface Dependencies {
  readonly links: MediaLinkSigner
  readonly store: FileStore
  /** Refuses with ERR_PASSWORD_WRONG unless the password is the caller's; counts attempts like the log-in. */
  readonly provePassword: (caller: UserCaller, password: string) => Promise<void>
}

export function moveOutFeature({ links, store, provePassword }: Dependencies): Feature {
  return {
    name: 'moveOut',
    routes: [
      callerRoute(calls.orderMoveOut, async (caller, { body }) => {
        await provePassword(caller, body.password)
        return caller.act(async (work) =>
          moveOutView(await requestMoveOut(work), links, (await ownCompany(work)).language),
        )
      }),
      readRoute(calls.getMoveOut, async (work) => {
        const [row, { language }] = await Promise.all([readCurrentMoveOut(work), ownCompany(work)])
        return { export: row && moveOutView(row, links, language) }
      }),
    ],
    jobs: [writeMoveOutJob(store), expireMoveOutJob],
    events: [moveOutChanged],
    hooks: [onHook(contactErasing, (work) => deleteMoveOutZips(work))],
  }
}

function moveOutView(row: MoveOutRow, links: MediaLinkSigner, language: string): calls.MoveOutView {
  const zip = moveOutTexts(language).word('zip')
  return {
    state: row.state,
    failure: row.failure,
    total: row.total,
    done: row.done,
    files: row.file_keys.map((key, at) => ({
      link: links.toFile(key, `${zip}${at === 0 ? '' : `-${at + 1}`}.zip`),
      sizeBytes: row.zip_sizes[at] ?? 0,
    })),
    userName: row.user_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}
