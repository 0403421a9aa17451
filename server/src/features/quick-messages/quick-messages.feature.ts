import * as calls from '@balcao/contract/quick-messages'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { route } from '../../platform/http/route'
import type { MediaLinks } from '../../platform/media-links'
import { userLeaving } from '../users/users.hooks'
import { quickMessageToRead } from './quick-messages.access'
import { quickMessageChanged } from './quick-messages.events'
import type { QuickMessageRow } from './quick-messages.queries'
import { listQuickMessages, usableQuickMessages } from './quick-messages.read'
import {
  createQuickMessage,
  deleteQuickMessage,
  putMedia,
  removeMedia,
  removeOwnQuickMessages,
  updateQuickMessage,
} from './quick-messages.verbs'
import { quickMessageView, unsigned } from './quick-messages.view'

export function quickMessagesFeature({ links }: { links: MediaLinks }): Feature {
  const view = (row: QuickMessageRow) => quickMessageView(unsigned(row), links)
  return {
    name: 'quickMessages',
    routes: [
      route(calls.listQuickMessages, async (work, { query }) => {
        const { rows, ...page } = await listQuickMessages(work, query)
        return { records: rows.map(view), ...page }
      }),
      route(calls.quickMessageChoices, async (work) =>
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
      route(calls.putQuickMessageMedia, async (work, { params, files }) => ({
        ...view(await putMedia(work, params.quickMessageId, files)),
        mensagem: 'Arquivo anexado',
      })),
      route(calls.removeQuickMessageMedia, async (work, { params }) => ({
        ...view(await removeMedia(work, params.quickMessageId)),
        mensagem: 'Arquivo excluído',
      })),
    ],
    events: [quickMessageChanged],
    hooks: [onHook(userLeaving, removeOwnQuickMessages)],
  }
}
