import type { QuickMessageId, UserId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'

/** The file of a quick message, as stored in its row. */
export interface QuickMedia {
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
  media: QuickMedia | null
  created_at: Date
  updated_at: Date
}

const columns = 'id, user_id, shortcode, message, is_shared, status, media, created_at, updated_at'
const usable = '(user_id = $1 or is_shared)'
const hasWords = `
  (position(plain_text($2) in plain_text(shortcode)) > 0 or position(plain_text($2) in plain_text(message)) > 0)`

/** Own and shared quick messages that contain the search text in shortcode or text. */
export const quickMessagesPage = statement<
  [userId: UserId, words: string, limit: number, offset: number],
  QuickMessageRow
>(
  'quickMessages.page',
  `
  select ${columns} from quick_messages
  where ${usable} and ${hasWords}
  order by lower(shortcode), id limit $3 offset $4
  `,
)

/**
 * Own and shared quick messages by shortcode. Texts are whole until their sum reaches `wholeBytes`; the rest are cut
 * to their beginnings. Reads at most the two thousand rows of one company; `octet_length` and `left` avoid
 * decompressing long texts.
 */
export const quickMessageChoices = statement<
  [userId: UserId, limit: number, wholeBytes: number, beginning: number],
  QuickMessageRow & { is_whole: boolean }
>(
  'quickMessages.choices',
  `
  select id, user_id, shortcode, is_shared, status, media, created_at, updated_at, is_whole,
    case when is_whole then message else left(message, $4) end as message
  from (
    select *, octet_length(message) <= $4 or sum(octet_length(message)) over (order by lower(shortcode), id) <= $3 as is_whole
    from quick_messages where ${usable}
  ) usable
  order by lower(shortcode), id limit $2
  `,
)

export const countQuickMessages = statement<[userId: UserId, words: string], { count: number }>(
  'quickMessages.count',
  `
  select count(*)::int as count from quick_messages where ${usable} and ${hasWords}
  `,
)

/** Counts the quick messages of this user and of the company. Reads at most the two thousand rows of one company. */
export const countForBounds = statement<[userId: UserId], { of_person: number; of_company: number }>(
  'quickMessages.countForBounds',
  `
  select count(*) filter (where user_id = $1)::int as of_person, count(*)::int as of_company from quick_messages
  `,
)

export const quickMessageById = statement<[id: QuickMessageId], QuickMessageRow>(
  'quickMessages.byId',
  `
  select ${columns} from quick_messages where id = $1
  `,
)

/** Locks the quick message until the act ends. */
export const lockQuickMessage = statement<[id: QuickMessageId], QuickMessageRow>(
  'quickMessages.lock',
  `
  select ${columns} from quick_messages where id = $1 for update
  `,
)

/** An advisory lock per company, so that two concurrent acts cannot both take a shortcode. */
export const lockShortcodes = statement<[], { locked: unknown }>(
  'quickMessages.lockShortcodes',
  `
  select pg_advisory_xact_lock(hashtext('shortcodes of quick messages'), current_company()) as locked
  `,
)

/** Whether another quick message, shared or of the same author, has this shortcode, ignoring case and accents. */
export const isShortcodeTaken = statement<
  [shortcode: string, isShared: boolean, userId: UserId | null, exceptId: QuickMessageId | null],
  { taken: boolean }
>(
  'quickMessages.isShortcodeTaken',
  `
  select exists (
    select from quick_messages
    where plain_text(shortcode) = plain_text($1) and is_shared = $2 and ($2 or user_id = $3)
      and id is distinct from $4
  ) as taken
  `,
)

export const insertQuickMessage = statement<
  [userId: UserId, shortcode: string, message: string, isShared: boolean, status: boolean, at: Date],
  QuickMessageRow
>(
  'quickMessages.insert',
  `
  insert into quick_messages (company_id, user_id, shortcode, message, is_shared, status, created_at, updated_at)
  values (current_company(), $1, $2, $3, $4, $5, $6, $6)
  returning ${columns}
  `,
)

export const saveQuickMessage = statement<
  [
    id: QuickMessageId,
    shortcode: string,
    message: string,
    isShared: boolean,
    status: boolean,
    media: string | null,
    at: Date,
  ],
  QuickMessageRow
>(
  'quickMessages.save',
  `
  update quick_messages
  set shortcode = $2, message = $3, is_shared = $4, status = $5, media = $6, updated_at = $7
  where id = $1
  returning ${columns}
  `,
)

export const removeQuickMessage = statement<[id: QuickMessageId]>(
  'quickMessages.remove',
  `
  delete from quick_messages where id = $1
  `,
)

export const removeOwnOf = statement<[userId: UserId], { media: QuickMedia | null }>(
  'quickMessages.removeOwnOf',
  `
  delete from quick_messages where user_id = $1 and not is_shared returning media
  `,
)
