import type { QuickMessageId, UserId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { type NoParams, statement } from '../../platform/database/statement'

export interface QuickMessageMedia {
  readonly key: string
  readonly fileName: string
  readonly mimetype: string
  readonly mediaType: MediaType
}

export interface QuickMessageRow {
  id: QuickMessageId
  user_id: UserId | null
  shortcode: string
  message: string
  is_shared: boolean
  status: boolean
  media: QuickMessageMedia | null
  created_at: Date
  updated_at: Date
}

const quickMessageColumns =
  'id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at'
const usable = '(user_id = :userId or is_shared)'
const matchesSearch = `
  (position(plain_text(:words) in plain_text(shortcode)) > 0
    or position(plain_text(:words) in plain_text(message)) > 0)`

export const quickMessagesPage = statement<
  { userId: UserId; words: string; limit: number; offset: number },
  QuickMessageRow
>(
  'quickMessages.page',
  `
  select ${quickMessageColumns} from quick_messages
  where ${usable} and ${matchesSearch}
  order by lower(shortcode), id limit :limit offset :offset
  `,
)

/** The composer's quick messages. Texts beyond a total of `wholeBytes` are cut, without decompressing them whole. */
export const quickMessagesForComposer = statement<
  { userId: UserId; limit: number; wholeBytes: number; beginning: number },
  QuickMessageRow & { is_whole: boolean }
>(
  'quickMessages.choices',
  `
  select id, user_id, shortcode, is_shared, status, media, created_at, updated_at, is_whole,
    case when is_whole then message else left(message, :beginning) end as message
  from (
    select *, octet_length(message) <= :beginning or sum(octet_length(message)) over (order by lower(shortcode),
      id) <= :wholeBytes as is_whole
    from quick_messages where ${usable}
  ) usable
  order by lower(shortcode), id limit :limit
  `,
)

export const countQuickMessages = statement<{ userId: UserId; words: string }, { count: number }>(
  'quickMessages.count',
  `select count(*)::int as count from quick_messages where ${usable} and ${matchesSearch}`,
)

export const countQuickMessagesForLimits = statement<
  { userId: UserId },
  { of_person: number; of_company: number }
>(
  'quickMessages.countForBounds',
  'select count(*) filter (where user_id = :userId)::int as of_person, count(*)::int as of_company from quick_messages',
)

export const quickMessageById = statement<{ id: QuickMessageId }, QuickMessageRow>(
  'quickMessages.byId',
  `select ${quickMessageColumns} from quick_messages where id = :id`,
)

export const lockQuickMessage = statement<{ id: QuickMessageId }, QuickMessageRow>(
  'quickMessages.lock',
  `select ${quickMessageColumns} from quick_messages where id = :id for update`,
)

/** Locks the company's shortcodes, so that two concurrent transactions cannot take the same one. */
export const lockQuickMessageShortcodes = statement<NoParams, { locked: unknown }>(
  'quickMessages.lockQuickMessageShortcodes',
  `select pg_advisory_xact_lock(hashtext('shortcodes of quick messages'), current_company()) as locked`,
)

/** Whether another shared quick message, or one of the same author, has the shortcode, ignoring case and accents. */
export const isShortcodeTaken = statement<
  { shortcode: string; isShared: boolean; userId: UserId | null; exceptId: QuickMessageId | null },
  { taken: boolean }
>(
  'quickMessages.isShortcodeTaken',
  `
  select exists (
    select from quick_messages
    where plain_text(shortcode) = plain_text(:shortcode) and is_shared = :isShared and (:isShared or user_id = :userId)
      and id is distinct from :exceptId
  ) as taken
  `,
)

export const insertQuickMessage = statement<
  { userId: UserId; shortcode: string; message: string; isShared: boolean; status: boolean; at: Date },
  QuickMessageRow
>(
  'quickMessages.insert',
  `
  insert into quick_messages (company_id, user_id, shortcode, message, is_shared, status, created_at, updated_at)
  values (current_company(), :userId, :shortcode, :message, :isShared, :status, :at, :at)
  returning ${quickMessageColumns}
  `,
)

export const saveQuickMessage = statement<
  {
    id: QuickMessageId
    shortcode: string
    message: string
    isShared: boolean
    status: boolean
    media: string | null
    at: Date
  },
  QuickMessageRow
>(
  'quickMessages.save',
  `
  update quick_messages
  set shortcode = :shortcode, message = :message, is_shared = :isShared, status = :status, media = :media,
    updated_at = :at
  where id = :id
  returning ${quickMessageColumns}
  `,
)

export const removeQuickMessage = statement<{ id: QuickMessageId }>(
  'quickMessages.remove',
  'delete from quick_messages where id = :id',
)

export const removePrivateQuickMessagesOfUser = statement<
  { userId: UserId },
  { media: QuickMessageMedia | null }
>(
  'quickMessages.removeOwnOf',
  'delete from quick_messages where user_id = :userId and not is_shared returning media',
)
