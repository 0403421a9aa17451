import { randomUUID } from 'node:crypto'
import {
  assignSendersOfMovedChatMessages,
  attachFilesOfChatMessages,
  existingDirectChats,
  insertMovedChatMembers,
  insertMovedChatMessages,
  insertMovedChats,
  markMovedChatsAsDirect,
  updateSummariesOfMovedChats,
} from '../../../features/chats/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { createLateUserAssigner, recordMissingUser } from '../late-users'
import type { SourceDatabase } from '../source-database'
import { createRowStep, type MoveInStep, type SourceRow } from '../step'
import { groupedBy, textOf, timeOf } from '../values'
import { createAttacherOfFilesFoundLater, createRowFileStorer, storedFileOfRow } from './row-files'

type Members = ReadonlyMap<string, readonly SourceRow[]>

/**
 * Moves internal chats. A chat of two members without a title is a direct chat. Each pair of users has only one
 * here, so a second chat of the pair is merged into it.
 */
const chats: MoveInStep = {
  name: 'chats',
  again: ['chat'],
  reading: {
    table: 'Chats',
    columns: 'id title ownerId createdAt updatedAt',
    changedAt: null,
    size: 500,
  },
  prepare: ({ source }, rows) => membersOf(source, rows),
  async carry(piece, rows, _context, prepared) {
    const members = prepared as Members
    await piece.look(rows, (row) => [
      ['chat', textOf(row, 'id')],
      ['user', textOf(row, 'ownerId')],
      ...(members.get(textOf(row, 'id')) ?? []).map((one) => ['user', textOf(one, 'userId')] as const),
    ])
    const found = rows.map((row) => {
      const own = members.get(textOf(row, 'id')) ?? []
      const known = own.flatMap((one) => piece.ref('user', textOf(one, 'userId')) ?? [])
      const ownerId = piece.ref('user', textOf(row, 'ownerId'))
      const userIds = [...new Set([...known, ...(ownerId === null ? [] : [ownerId])])].sort((a, b) => a - b)
      const isDirect = textOf(row, 'title').trim() === '' && userIds.length === 2
      return { row, userIds, ownerId, pair: isDirect ? userIds.join('-') : null }
    })
    const pairs = found.flatMap(({ pair }) => pair ?? [])
    const direct = await piece.work.db.rows(existingDirectChats, { pairs })
    const taken = new Map(direct.map(({ direct_pair, id }) => [direct_pair, id]))
    const ids = await piece.newIds('chats', rows.length)
    const made: object[] = []
    const joined: object[] = []
    const paired: object[] = []
    for (const [at, { row, userIds, ownerId, pair }] of found.entries()) {
      const sourceId = textOf(row, 'id')
      if (userIds.length === 0) {
        piece.skip('chat', sourceId, 'members-missing')
        continue
      }
      const same = piece.ref('chat', sourceId) ?? (pair === null ? undefined : taken.get(pair))
      const id = same ?? ids[at] ?? 0
      const joinedAt = timeOf(row, 'createdAt', piece.work.now)
      for (const user_id of userIds)
        joined.push({ chat_id: id, user_id, unreads: 0, is_mentioned: false, joined_at: joinedAt })
      piece.became('chat', sourceId, id)
      if (same !== undefined) {
        if (pair !== null) paired.push({ id, direct_pair: pair })
        continue
      }
      if (pair !== null) taken.set(pair, id)
      made.push({
        id,
        uuid: randomUUID(),
        title: textOf(row, 'title').trim(),
        owner_id: ownerId ?? userIds[0],
        direct_pair: pair,
        created_at: joinedAt,
        updated_at: timeOf(row, 'updatedAt', piece.work.now),
        last_message: '',
        message_count: 0,
        version: 1,
      })
    }
    piece.moved += await piece.insert(insertMovedChats, made)
    await piece.insert(insertMovedChatMembers, joined)
    if (paired.length > 0) await piece.work.db.run(markMovedChatsAsDirect, { rows: toJsonRows(paired) })
  },
}

const chatMessages = createRowStep({
  name: 'chat messages',
  kind: 'chatMessage',
  reading: {
    table: 'ChatMessages',
    columns: 'id chatId senderId message mediaPath mediaName createdAt updatedAt',
    joins: 'join "Chats" h on h.id = t."chatId"',
    where: 'h."companyId" = $1',
  },
  target: 'chat_messages',
  insert: insertMovedChatMessages,
  refs: (row) => [
    ['chat', textOf(row, 'chatId')],
    ['user', textOf(row, 'senderId')],
  ],
  prepare: createRowFileStorer((row) => [`chat/${textOf(row, 'chatId')}`]),
  async known(piece, rows, prepared) {
    await createAttacherOfFilesFoundLater('chatMessage', attachFilesOfChatMessages)(piece, rows, prepared)
    await createLateUserAssigner('chatMessage', assignSendersOfMovedChatMessages, 'senderId')(piece, rows)
  },
  row(row, facts) {
    const { piece } = facts
    const chatId = piece.ref('chat', textOf(row, 'chatId'))
    if (chatId === null) return 'chat-missing'
    recordMissingUser(piece, 'chatMessage', row, 'senderId')
    return {
      chat_id: chatId,
      sender_id: piece.ref('user', textOf(row, 'senderId')),
      client_id: randomUUID(),
      message: textOf(row, 'message'),
      media: storedFileOfRow(row, facts, 'chatMessage'),
      mentions: [],
      created_at: timeOf(row, 'createdAt', piece.work.now),
    }
  },
  async after(piece, rows) {
    const ids = [...new Set(rows.flatMap((row: SourceRow) => piece.ref('chat', textOf(row, 'chatId')) ?? []))]
    if (ids.length > 0) await piece.work.db.run(updateSummariesOfMovedChats, { ids })
  },
})

async function membersOf(source: SourceDatabase, chats: readonly SourceRow[]): Promise<Members> {
  if (!source.has('ChatUsers')) return new Map()
  const rows = await source.rows<SourceRow>(
    `select "chatId", "userId" from "ChatUsers" where "chatId" = any ($1) order by 1, 2`,
    [chats.map((row) => Number(row.id))],
  )
  return groupedBy(rows, (row) => textOf(row, 'chatId'))
}

export const internalChatSteps: readonly MoveInStep[] = [chats, chatMessages]
