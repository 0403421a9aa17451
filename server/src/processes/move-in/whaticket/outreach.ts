import { defaultCampaignSettings } from '@balcao/domain/campaign-settings'
import { canonicalPhone, digitsOf, parseContactListPhone } from '@balcao/domain/phone-number'
import {
  attachFilesOfCampaigns,
  insertMovedCampaignSettings,
  insertMovedCampaigns,
  insertMovedShipping,
} from '../../../features/campaigns/move-in.queries'
import {
  insertMovedContactLists,
  insertMovedListItems,
} from '../../../features/contact-lists/move-in.queries'
import {
  attachFilesOfFileListOptions,
  insertMovedFileListOptions,
  insertMovedFileLists,
  takenFileListNames,
} from '../../../features/file-lists/move-in.queries'
import {
  assignUsersOfMovedQuickMessages,
  attachFilesOfQuickMessages,
  insertMovedQuickMessages,
} from '../../../features/quick-messages/move-in.queries'
import {
  assignUsersOfMovedSchedules,
  attachFilesOfSchedules,
  insertMovedSchedules,
  updateMovedSchedules,
} from '../../../features/schedules/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { createLateUserAssigner, recordMissingUser } from '../late-users'
import type { MoveInBatch } from '../piece'
import { createRowStep, type MoveInStep, type SourceRow, type StepContext } from '../step'
import {
  fieldOf,
  isSwitchedOn,
  parseJsonOrNull,
  textOf,
  timeOf,
  timeOrNull,
  timestampsOf,
  uniqueName,
  wholeNumberOf,
} from '../values'
import { createAttacherOfFilesFoundLater, createRowFileStorer, storedFileOfRow } from './row-files'
import { deleteGoneSchedules, scheduledMessagesStep } from './scheduled-messages'

const quickMessages = createRowStep({
  name: 'quick messages',
  kind: 'quickMessage',
  reading: {
    table: 'QuickMessages',
    columns: 'id shortcode message userId geral mediaPath mediaName createdAt updatedAt',
    size: 500,
  },
  target: 'quick_messages',
  insert: insertMovedQuickMessages,
  refs: (row) => [['user', textOf(row, 'userId')]],
  prepare: createRowFileStorer(() => ['quickMessage']),
  async known(piece, rows, prepared) {
    await createAttacherOfFilesFoundLater('quickMessage', attachFilesOfQuickMessages)(piece, rows, prepared)
    const found = rows.flatMap((row) => {
      const userId = piece.ref('user', textOf(row, 'userId'))
      const id = piece.ref('quickMessage', textOf(row, 'id'))
      recordMissingUser(piece, 'quickMessage', row)
      return userId === null ? [] : [{ id, user_id: userId, is_shared: isSwitchedOn(row.geral) }]
    })
    if (found.length > 0)
      await piece.work.db.run(assignUsersOfMovedQuickMessages, { rows: toJsonRows(found) })
  },
  row(row, facts) {
    const { piece } = facts
    const userId = piece.ref('user', textOf(row, 'userId'))
    recordMissingUser(piece, 'quickMessage', row)
    return {
      user_id: userId,
      shortcode: textOf(row, 'shortcode').replace(/^\/+/, '').trim() || 'resposta',
      message: textOf(row, 'message'),
      is_shared: userId === null || isSwitchedOn(row.geral),
      media: storedFileOfRow(row, facts, 'quickMessage'),
      ...timestampsOf(row, piece),
    }
  },
})

/** Deletes moved schedules that were deleted in the source since, because Balcão would send them. */
const deleteGone = (context: StepContext) =>
  deleteGoneSchedules(context, 'schedule', async (sourceIds) => {
    const there = await context.source.rows<{ id: string }>(
      'select id::text as id from "Schedules" where id = any ($1::bigint[])',
      [sourceIds],
    )
    return new Set(there.map(({ id }) => id))
  })

/** Moves scheduled messages. Balcão sends the pending ones after the cutover, when the company is open. */
const schedules = createRowStep({
  begin: deleteGone,
  name: 'schedules',
  kind: 'schedule',
  reading: {
    table: 'Schedules',
    columns: `id body sendAt sentAt status contactId userId whatsappId mediaPath mediaName createdAt updatedAt`,
    size: 500,
  },
  target: 'schedules',
  insert: insertMovedSchedules,
  refs: (row) => [
    ['contact', textOf(row, 'contactId')],
    ['user', textOf(row, 'userId')],
    ['connection', textOf(row, 'whatsappId')],
  ],
  prepare: createRowFileStorer(() => ['']),
  async known(piece, rows, prepared) {
    await createAttacherOfFilesFoundLater('schedule', attachFilesOfSchedules)(piece, rows, prepared)
    await createLateUserAssigner('schedule', assignUsersOfMovedSchedules)(piece, rows)
    const changed = rows.map((row) => ({
      id: piece.ref('schedule', textOf(row, 'id')),
      body: textOf(row, 'body'),
      send_at: timeOf(row, 'sendAt', piece.work.now),
      ...scheduleState(row, piece),
    }))
    await piece.work.db.run(updateMovedSchedules, { rows: toJsonRows(changed), at: piece.work.now })
  },
  row(row, facts) {
    const { piece } = facts
    const contactId = piece.ref('contact', textOf(row, 'contactId'))
    const sendAt = timeOrNull(row, 'sendAt')
    if (contactId === null) return 'contact-missing'
    if (sendAt === null) return 'no-time'
    recordMissingUser(piece, 'schedule', row)
    return {
      contact_id: contactId,
      user_id: piece.ref('user', textOf(row, 'userId')),
      connection_id: piece.ref('connection', textOf(row, 'whatsappId')),
      body: textOf(row, 'body'),
      media: storedFileOfRow(row, facts, 'schedule'),
      send_at: sendAt,
      due_at: sendAt,
      ...scheduleState(row, piece),
      ...timestampsOf(row, piece),
    }
  },
})

/** Returns the state of a schedule. A past one that the source has not sent has failed, because its time is over. */
function scheduleState(row: SourceRow, { work }: MoveInBatch): { status: string; sent_at: Date | null } {
  const sentAt = timeOrNull(row, 'sentAt')
  const written = textOf(row, 'status').toUpperCase()
  if (sentAt !== null || written === 'ENVIADA') return { status: 'ENVIADA', sent_at: sentAt }
  const waits = ['', 'PENDENTE', 'AGENDADA'].includes(written)
  return { status: waits && timeOf(row, 'sendAt', work.now) > work.now ? 'PENDENTE' : 'ERRO', sent_at: null }
}

const fileLists = createRowStep({
  name: 'file lists',
  kind: 'fileList',
  reading: { table: 'Files', columns: 'id name message createdAt updatedAt' },
  target: 'file_lists',
  insert: insertMovedFileLists,
  gather: async ({ work }) => new Set((await work.db.rows(takenFileListNames)).map(({ name }) => name)),
  row: (row, { piece, gathered }) => ({
    name: uniqueName(textOf(row, 'name').trim() || 'Arquivos', gathered as Set<string>),
    message: textOf(row, 'message'),
    ...timestampsOf(row, piece),
  }),
})

const fileListOptions = createRowStep({
  name: 'files of lists',
  kind: 'fileListOption',
  reading: {
    table: 'FilesOptions',
    columns: 'id name path fileId mediaType createdAt updatedAt',
    joins: 'join "Files" f on f.id = t."fileId"',
    where: 'f."companyId" = $1',
    size: 500,
  },
  target: 'file_list_options',
  insert: insertMovedFileListOptions,
  refs: (row) => [['fileList', textOf(row, 'fileId')]],
  prepare: createRowFileStorer((row) => [`fileList/${textOf(row, 'fileId')}`, 'fileList']),
  known: createAttacherOfFilesFoundLater('fileListOption', attachFilesOfFileListOptions),
  row(row, facts) {
    const { piece } = facts
    const listId = piece.ref('fileList', textOf(row, 'fileId'))
    if (listId === null) return 'list-missing'
    return {
      file_list_id: listId,
      place: Number(row.id),
      name: textOf(row, 'name') || textOf(row, 'path'),
      media: storedFileOfRow(row, facts, 'fileListOption'),
      ...timestampsOf(row, piece),
    }
  },
})

const contactLists = createRowStep({
  name: 'contact lists',
  kind: 'contactList',
  reading: { table: 'ContactLists', columns: 'id name createdAt updatedAt' },
  target: 'contact_lists',
  insert: insertMovedContactLists,
  row: (row, { piece }) => ({
    name: textOf(row, 'name').trim() || 'Lista',
    item_count: 0,
    valid_count: 0,
    invalid_count: 0,
    due_count: 0,
    ...timestampsOf(row, piece),
  }),
})

const listItems = createRowStep({
  name: 'numbers of lists',
  kind: 'listItem',
  reading: {
    table: 'ContactListItems',
    columns: 'id name number email contactListId isWhatsappValid createdAt updatedAt',
    joins: 'join "ContactLists" l on l.id = t."contactListId"',
    where: 'l."companyId" = $1',
    size: 2_000,
  },
  target: 'contact_list_items',
  insert: insertMovedListItems,
  twin: 'same-number',
  refs: (row) => [['contactList', textOf(row, 'contactListId')]],
  row(row, { piece }) {
    const listId = piece.ref('contactList', textOf(row, 'contactListId'))
    const phone = parseContactListPhone(textOf(row, 'number')) ?? longEnough(digitsOf(textOf(row, 'number')))
    if (listId === null) return 'list-missing'
    if (phone === null) return 'no-number'
    return {
      contact_list_id: listId,
      name: textOf(row, 'name'),
      number: phone,
      phone: canonicalPhone(phone),
      email: textOf(row, 'email'),
      is_whatsapp_valid: isSwitchedOn(row.isWhatsappValid),
      checked_at: piece.work.now,
      is_check_due: false,
      ...timestampsOf(row, piece),
    }
  },
})

function longEnough(digits: string): string | null {
  return digits.length >= 8 && digits.length <= 15 ? digits : null
}

const five = [1, 2, 3, 4, 5]

/** Moves campaigns so that none runs here: a planned one becomes inactive, a running one is cancelled. */
const campaigns = createRowStep({
  name: 'campaigns',
  kind: 'campaign',
  reading: {
    table: 'Campaigns',
    columns: `id name ${five.map((at) => `message${at} confirmationMessage${at}`).join(' ')} status scheduledAt
      completedAt confirmation mediaPath mediaName contactListId whatsappId fileListId createdAt updatedAt`,
    size: 500,
  },
  target: 'campaigns',
  insert: insertMovedCampaigns,
  refs: (row) => [
    ['contactList', textOf(row, 'contactListId')],
    ['connection', textOf(row, 'whatsappId')],
    ['fileList', textOf(row, 'fileListId')],
  ],
  prepare: createRowFileStorer(() => ['']),
  known: createAttacherOfFilesFoundLater('campaign', attachFilesOfCampaigns),
  row(row, facts) {
    const { piece } = facts
    const status = textOf(row, 'status')
    const ended = status === 'EM_ANDAMENTO' ? 'CANCELADA' : 'INATIVA'
    return {
      name: textOf(row, 'name').trim() || 'Campanha',
      messages: five.map((at) => textOf(row, `message${at}`)),
      confirmation_messages: five.map((at) => textOf(row, `confirmationMessage${at}`)),
      status: ['FINALIZADA', 'CANCELADA'].includes(status) ? status : ended,
      confirmation: isSwitchedOn(row.confirmation),
      scheduled_at: status === 'FINALIZADA' ? timeOrNull(row, 'scheduledAt') : null,
      completed_at: timeOrNull(row, 'completedAt'),
      connection_id: piece.ref('connection', textOf(row, 'whatsappId')),
      contact_list_id: piece.ref('contactList', textOf(row, 'contactListId')),
      file_list_id: piece.ref('fileList', textOf(row, 'fileListId')),
      media: storedFileOfRow(row, facts, 'campaign'),
      ...timestampsOf(row, piece),
    }
  },
})

/**
 * Moves the contacts of finished campaigns, for reports. Those of other campaigns do not move, because the
 * campaign would send to the pending ones.
 */
const shipping = createRowStep({
  name: 'shippings',
  kind: 'shipping',
  reading: {
    table: 'CampaignShipping',
    columns: `id number campaignId contactId deliveredAt confirmationRequestedAt confirmedAt createdAt
      updatedAt`,
    joins: 'join "Campaigns" c on c.id = t."campaignId"',
    where: `c."companyId" = $1 and c.status = 'FINALIZADA'`,
    size: 2_000,
  },
  target: 'campaign_shipping',
  insert: insertMovedShipping,
  twin: 'same-number',
  refs: (row) => [
    ['campaign', textOf(row, 'campaignId')],
    ['listItem', textOf(row, 'contactId')],
  ],
  row(row, { piece }) {
    const campaignId = piece.ref('campaign', textOf(row, 'campaignId'))
    const number = digitsOf(textOf(row, 'number').replace(/@.*$/, ''))
    if (campaignId === null) return 'campaign-missing'
    if (longEnough(number) === null) return 'no-number'
    const deliveredAt = timeOrNull(row, 'deliveredAt')
    return {
      campaign_id: campaignId,
      item_id: piece.ref('listItem', textOf(row, 'contactId')) ?? 0,
      name: number,
      number,
      phone: canonicalPhone(number),
      email: '',
      is_valid: true,
      state: deliveredAt === null ? 'skipped' : 'delivered',
      attempts: 0,
      confirmation_requested_at: timeOrNull(row, 'confirmationRequestedAt'),
      confirmed_at: timeOrNull(row, 'confirmedAt'),
      delivered_at: deliveredAt,
      ...timestampsOf(row, piece),
    }
  },
})

const campaignSettings: MoveInStep = {
  name: 'campaign settings',
  reading: { table: 'CampaignSettings', columns: 'id key value', changedAt: null, size: 100 },
  async carry(piece, rows) {
    const values = new Map(rows.map((row) => [textOf(row, 'key'), parseJsonOrNull(row.value)]))
    const whole = (key: string, otherwise: number) =>
      wholeNumberOf({ value: values.get(key) }, 'value', { least: 0, most: 32_767, otherwise })
    const variables = values.get('variables')
    const { messageInterval, longerIntervalAfter, greaterInterval, optOutWord } = defaultCampaignSettings
    piece.moved += await piece.insert(insertMovedCampaignSettings, [
      {
        message_interval: whole('messageInterval', messageInterval),
        longer_interval_after: whole('longerIntervalAfter', longerIntervalAfter),
        greater_interval: whole('greaterInterval', greaterInterval),
        variables: Array.isArray(variables)
          ? variables.map((one) => ({
              key: String(fieldOf(one, 'key') ?? ''),
              value: String(fieldOf(one, 'value') ?? ''),
            }))
          : [],
        opt_out_word: optOutWord,
        updated_at: piece.work.now,
      },
    ])
  },
}

export const campaignAndScheduleSteps: readonly MoveInStep[] = [
  quickMessages,
  schedules,
  scheduledMessagesStep,
  fileLists,
  fileListOptions,
  contactLists,
  listItems,
  campaigns,
  shipping,
  campaignSettings,
]
