import {
  deleteMovedSchedules,
  insertMovedSchedules,
  pendingMovedSchedules,
  updateMovedSchedules,
} from '../../../features/schedules/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { fieldOf, parseJsonOrNull, textOf, timeOrNull, timestampsOf, wholeNumberOf } from '../values'
import { createRowFileStorer, storedFileOfRow } from './row-files'

const waitingAtOnce = 1_000
const kind = 'scheduledMessage'

/** Deletes moved pending schedules that the source no longer has. `there` returns which ids it still has. */
export async function deleteGoneSchedules(
  { act }: StepContext,
  ofKind: string,
  there: (sourceIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  for (let after = 0; ; ) {
    const waiting = await act(({ work }) =>
      work.db.rows(pendingMovedSchedules, { kind: ofKind, after, limit: waitingAtOnce }),
    )
    const last = waiting.at(-1)
    if (last === undefined) return
    const known = await there(waiting.map(({ source_id }) => source_id))
    const ids = waiting.filter(({ source_id }) => !known.has(source_id)).map(({ id }) => id)
    if (ids.length > 0) await act(({ work }) => work.db.run(deleteMovedSchedules, { ids }))
    after = last.id
  }
}

/**
 * Moves scheduled messages with several contacts. Each contact gets one schedule, at the next send time.
 * Audiences by tag and repetitions have no counterpart here.
 */
export const scheduledMessagesStep: MoveInStep = {
  name: 'scheduled messages',
  again: [kind],
  // Each pass reads all rows, because a message's next send time is computed from the present time.
  reading: {
    table: 'ScheduledMessages',
    needs: ['companyId', 'contatos'],
    columns: `id data_mensagem_programada id_conexao intervalo valor_intervalo enviar_quantas_vezes mensagem
      contatos tags mediaPath mediaName createdAt updatedAt`,
    changedAt: null,
    size: 200,
  },
  async begin(context) {
    const rows = await context.source.rows<SourceRow>(
      'select id, contatos from "ScheduledMessages" where "companyId" = $1',
      [context.sourceId],
    )
    const pairs = new Set(
      rows.flatMap((row) => contactsOf(row).map((contact) => `${textOf(row, 'id')} ${contact}`)),
    )
    await deleteGoneSchedules(context, kind, async () => pairs)
  },
  prepare: createRowFileStorer(() => ['']),
  async carry(piece, rows, _context, prepared) {
    await piece.look(rows, (row) => [
      ['connection', textOf(row, 'id_conexao')],
      ...contactsOf(row).map((contact) => ['contact', contact] as const),
      ...contactsOf(row).map((contact) => [kind, `${textOf(row, 'id')} ${contact}`] as const),
    ])
    const made: { readonly pair: string; readonly [column: string]: unknown }[] = []
    const changed: object[] = []
    for (const row of rows) {
      const id = textOf(row, 'id')
      const contacts = contactsOf(row).filter((contact) => piece.ref('contact', contact) !== null)
      const { at, isRepeated } = nextSendTime(row, piece.work.now)
      piece.settle(kind, id, 'audience-lost')
      if (contacts.length === 0 || hasTags(row)) piece.skip(kind, id, 'audience-lost')
      if (at === null) continue // skips a message that was sent for the last time or has no time
      if (isRepeated) piece.skip(kind, id, 'recurrence-lost')
      const media = storedFileOfRow(row, { piece, prepared }, kind)
      for (const contact of contacts) {
        const pair = `${id} ${contact}`
        const known = piece.ref(kind, pair)
        const state = { body: textOf(row, 'mensagem'), send_at: at, status: 'PENDENTE', sent_at: null }
        if (known !== null) changed.push({ id: known, ...state })
        else
          made.push({
            ...{ pair, contact_id: piece.ref('contact', contact), user_id: null, media, due_at: at },
            connection_id: piece.ref('connection', textOf(row, 'id_conexao')),
            ...state,
            ...timestampsOf(row, piece),
          })
      }
    }
    const ids = await piece.newIds('schedules', made.length)
    const inserted = made.map(({ pair, ...one }, at) => {
      piece.became(kind, pair, ids[at] ?? 0)
      return { id: ids[at], ...one }
    })
    piece.moved += await piece.insert(insertMovedSchedules, inserted)
    if (changed.length > 0)
      await piece.work.db.run(updateMovedSchedules, { rows: toJsonRows(changed), at: piece.work.now })
  },
}

/** Reads the ids of a row's contacts, which forks store as numbers, as texts or in objects. */
function contactsOf(row: SourceRow): readonly string[] {
  const list = parseJsonOrNull(row.contatos)
  if (!Array.isArray(list)) return []
  const ids = list.map((one) => String(fieldOf(one, 'id') ?? one))
  return [...new Set(ids.filter((id) => /^\d+$/.test(id)))]
}

function hasTags(row: SourceRow): boolean {
  const tags = parseJsonOrNull(row.tags)
  return Array.isArray(tags) && tags.length > 0
}

/** Returns the next send time, or null after the last. Units of `intervalo`: 1 days, 2 weeks, 3 months, 4 minutes. */
export function nextSendTime(
  row: SourceRow,
  now: Date,
): { readonly at: Date | null; readonly isRepeated: boolean } {
  const first = timeOrNull(row, 'data_mensagem_programada')
  if (first === null) return { at: null, isRepeated: false }
  const every = wholeNumberOf(row, 'valor_intervalo')
  const times = wholeNumberOf(row, 'enviar_quantas_vezes', { otherwise: Number.POSITIVE_INFINITY })
  const isRepeated = every > 0 && times > 1 && ['1', '2', '3', '4'].includes(textOf(row, 'intervalo'))
  if (first > now) return { at: first, isRepeated }
  if (!isRepeated) return { at: null, isRepeated }
  const sent = sendsUntil(first, now, textOf(row, 'intervalo'), every)
  if (sent >= times) return { at: null, isRepeated }
  return { at: later(first, textOf(row, 'intervalo'), every * sent), isRepeated: sent + 1 < times }
}

const minuteMs = 60_000
const minutesOf: Readonly<Record<string, number>> = { '1': 1_440, '2': 7 * 1_440, '4': 1 }

/** Counts the sends that were due until now, including the first. */
function sendsUntil(first: Date, now: Date, unit: string, every: number): number {
  const minutes = minutesOf[unit]
  if (minutes !== undefined)
    return Math.floor((now.getTime() - first.getTime()) / (minutes * minuteMs * every)) + 1
  const months =
    (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth()
  const steps = Math.floor(months / every)
  return later(first, unit, every * steps) > now ? steps : steps + 1
}

function later(first: Date, unit: string, count: number): Date {
  const minutes = minutesOf[unit]
  if (minutes !== undefined) return new Date(first.getTime() + count * minutes * minuteMs)
  const at = new Date(first)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + count)
  if (at.getUTCDate() !== day) at.setUTCDate(0) // in a shorter month, the last day counts
  return at
}
