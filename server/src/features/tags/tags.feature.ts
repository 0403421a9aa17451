import { tagChoices } from '@balcao/contract/tags'
import type { Feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { reactTo } from '../../platform/reactions'
import { conversationsMerging } from '../tickets/tickets.reactions'
import { findTags, keepTags } from './tags.verbs'

export const tagsFeature: Feature = {
  name: 'tags',
  routes: [route(tagChoices, (work, { query }) => findTags(work, query.searchParam))],
  reactions: [reactTo(conversationsMerging, keepTags)],
}
