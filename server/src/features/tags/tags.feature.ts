import * as calls from '@balcao/contract/tags'
import { addTicketTag, removeKanbanTags, replaceTicketTags } from '@balcao/contract/ticket-tags'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { route } from '../../platform/http/route'
import type { MediaLinkSigner } from '../../platform/media-links'
import { conversationsMerging } from '../tickets/tickets.hooks'
import { ticketView } from '../tickets/tickets.view'
import { tagChanged, tagDeleted } from './tags.events'
import { findTags, listKanbanTags, listTags, readTag } from './tags.read'
import { createTag, deleteTag, updateTag } from './tags.verbs'
import {
  copyTagsOfMergedTicket,
  moveTicketToKanbanLane,
  removeTicketFromBoard,
  replaceTagsOfTicket,
} from './tags-of-ticket'

export function tagsFeature({ links }: { links: MediaLinkSigner }): Feature {
  return {
    name: 'tags',
    routes: [
      route(calls.listTags, (work, { query }) => {
        const wantsAll = query.companyId !== undefined && query.pageNumber === undefined
        return listTags(work, query.searchParam, wantsAll ? null : (query.pageNumber ?? 1))
      }),
      route(calls.listTagChoices, (work, { query }) => findTags(work, query.searchParam)),
      route(calls.listKanbanTags, async (work) => ({ lista: await listKanbanTags(work) })),
      route(calls.getTag, (work, { params }) => readTag(work, params.tagId)),
      route(calls.createTag, (work, { body }) => createTag(work, body)),
      route(calls.updateTag, (work, { params, body }) => updateTag(work, params.tagId, body)),
      route(calls.deleteTag, async (work, { params }) => {
        await deleteTag(work, params.tagId)
        return { message: 'tag deleted' }
      }),
      route(addTicketTag, async (work, { params, body }) =>
        ticketView(await moveTicketToKanbanLane(work, params.ticketId, params.tagId, body), links),
      ),
      route(removeKanbanTags, async (work, { params }) => ({
        message: 'tags of the board taken off',
        ticket: ticketView(await removeTicketFromBoard(work, params.ticketId), links),
      })),
      route(replaceTicketTags, async (work, { body }) =>
        ticketView(await replaceTagsOfTicket(work, body.ticketId, body.tags), links),
      ),
    ],
    events: [tagChanged, tagDeleted],
    hooks: [onHook(conversationsMerging, copyTagsOfMergedTicket)],
  }
}
