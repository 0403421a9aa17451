import * as calls from '@balcao/contract/quick-messages'
import { limits } from '@balcao/domain/limits'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { PersonWork } from '../../platform/work'
import { userDeleting } from '../users/users.hooks'
import { quickMessageToRead } from './quick-messages.access'
import { quickMessageChanged } from './quick-messages.events'
import {
  countQuickMessages,
  type QuickMessageRow,
  quickMessagesForComposer,
  quickMessagesPage,
} from './quick-messages.queries'
import {
  createQuickMessage,
  deletePrivateQuickMessages,
  deleteQuickMessage,
  putQuickMessageFile,
  removeQuickMessageFile,
  updateQuickMessage,
} from './quick-messages.verbs'
import { quickMessageView, unsignedQuickMessage } from './quick-messages.view'

export function quickMessagesFeature({ links }: { links: MediaLinkSigner }): Feature {
  const view = (row: QuickMessageRow) => quickMessageView(unsignedQuickMessage(row), links)
  return {
    name: 'quickMessages',
    routes: [
      route(calls.listQuickMessages, async (work, { query }) => {
        const { rows, ...page } = await listQuickMessages(work, query)
        return { records: rows.map(view), ...page }
      }),
      route(calls.listQuickMessageChoices, async (work) =>
        (await usableQuickMessages(work)).map((row) => ({ ...view(row), isWhole: row.is_whole })),
      ),
      route(calls.getQuickMessage, async (work, { params }) =>
        view(await quickMessageToRead(work, params.quickMessageId)),
      ),
      route(calls.createQuickMessage, async (work, { body }) => view(await createQuickMessage(work, body))),
      route(calls.updateQuickMessage, async (work, { params, body }) =>
        view(await updateQuickMessage(work, params.quickMessageId, body)),
      ),
      route(calls.deleteQuickMessage, async (work, { params }) => {
        await deleteQuickMessage(work, params.quickMessageId)
        return { message: 'quick message deleted' }
      }),
      route(calls.uploadQuickMessageMedia, async (work, { params, files }) => ({
        ...view(await putQuickMessageFile(work, params.quickMessageId, files)),
        mensagem: 'Arquivo anexado',
      })),
      route(calls.removeQuickMessageMedia, async (work, { params }) => ({
        ...view(await removeQuickMessageFile(work, params.quickMessageId)),
        mensagem: 'Arquivo excluído',
      })),
    ],
    events: [quickMessageChanged],
    hooks: [onHook(userDeleting, deletePrivateQuickMessages)],
  }
}

function listQuickMessages(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<ListPage<QuickMessageRow>> {
  const filter = { userId: actor.userId, words: searchParam.trim() }
  return readListPage(db, { page: quickMessagesPage, count: countQuickMessages }, filter, pageNumber)
}

/** The composer's quick messages, at most `ofCompany`. A company may have more, from before that limit existed. */
function usableQuickMessages({ db, actor }: PersonWork) {
  const { ofCompany, wholeBytes, beginning } = limits.quickMessages
  return db.rows(quickMessagesForComposer, { userId: actor.userId, limit: ofCompany, wholeBytes, beginning })
}
