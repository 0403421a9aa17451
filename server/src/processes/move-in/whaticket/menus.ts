import type { MovedRowSkipReason } from '../../../features/move-ins/skip-reasons'
import { insertMovedQueueOptions, lastQueueOptionNumbers } from '../../../features/queues/move-in.queries'
import type { MoveInBatch } from '../piece'
import type { SourceDatabase } from '../source-database'
import type { MoveInStep, SourceRow } from '../step'
import { isSwitchedOn, textOf, timestampsOf } from '../values'

/** The size of a batch, so that it contains all options of a company: they refer to each other. */
const all = 1_000_000

/** A menu option of the source: a queue option or a chatbot. An empty `queueId` or `parentId` means none. */
interface MenuOption {
  readonly row: SourceRow
  readonly id: string
  readonly queueId: string
  readonly parentId: string
  readonly title: string
  readonly message: string
  /** The reasons why parts of the option do not move. */
  readonly losses: readonly MovedRowSkipReason[]
}

/**
 * Moves menu options of queues. In the source, any text may be an option's key; here options have the numbers
 * 1, 2, 3. Options that a later pass adds get the last numbers.
 */
export const queueOptionsStep: MoveInStep = {
  name: 'queue options',
  reading: {
    table: 'QueueOptions',
    columns: 'id title message option queueId parentId forwardQueueId mediaPath createdAt updatedAt',
    joins: 'join "Queues" q on q.id = t."queueId"',
    where: 'q."companyId" = $1',
    changedAt: null,
    size: all,
  },
  async carry(piece, rows) {
    const sorted = rows.toSorted(
      (a, b) => (Number(a.option) || 0) - (Number(b.option) || 0) || Number(a.id) - Number(b.id),
    )
    const options = sorted.map((row): MenuOption => {
      const losses: MovedRowSkipReason[] = []
      if (textOf(row, 'forwardQueueId') !== '') losses.push('forward-lost')
      if (textOf(row, 'mediaPath') !== '') losses.push('media-lost')
      const [id, queueId, parentId] = [textOf(row, 'id'), textOf(row, 'queueId'), textOf(row, 'parentId')]
      const [title, message] = [textOf(row, 'title'), textOf(row, 'message')]
      return { row, id, queueId, parentId, title, message, losses }
    })
    await carryOptions(piece, 'option', options)
  },
}

/** Moves later forks' chatbots: trees of menu options below a queue. A queue with queue options keeps only those. */
export const chatbotsStep: MoveInStep = {
  name: 'chatbots',
  reading: {
    table: 'Chatbots',
    needs: ['queueId', 'chatbotId'],
    columns: `id name greetingMessage queueId chatbotId mediaPath optQueueId optUserId optIntegrationId
      optFileId closeTicket createdAt updatedAt`,
    // Only root options name their queue, so the query starts at them and follows their children.
    where: `t.id in (
      with recursive tree as (
        select c.id from "Chatbots" c join "Queues" q on q.id = c."queueId" where q."companyId" = $1
        union
        select c.id from "Chatbots" c join tree on c."chatbotId" = tree.id
      )
      select id from tree)`,
    changedAt: null,
    size: all,
  },
  prepare: ({ source, sourceId }) => queuesWithOptions(source, sourceId),
  async carry(piece, rows, _context, prepared) {
    const taken = prepared as ReadonlySet<string>
    const byId = new Map(rows.map((row) => [textOf(row, 'id'), row]))
    const options = rows.flatMap((row): readonly MenuOption[] => {
      const id = textOf(row, 'id')
      const queueId = queueOf(row, byId)
      piece.settle('chatbot', id, 'menu-taken')
      if (taken.has(queueId)) {
        piece.skip('chatbot', id, 'menu-taken')
        return []
      }
      const [title, message] = [textOf(row, 'name'), textOf(row, 'greetingMessage')]
      return [{ row, id, queueId, parentId: textOf(row, 'chatbotId'), title, message, losses: lossesOf(row) }]
    })
    await carryOptions(piece, 'chatbot', options)
  },
}

function lossesOf(row: SourceRow): readonly MovedRowSkipReason[] {
  const has = (column: string) => textOf(row, column) !== ''
  return [
    ...(has('optQueueId') ? (['forward-lost'] as const) : []),
    ...(has('mediaPath') || has('optFileId') ? (['media-lost'] as const) : []),
    ...(has('optUserId') || has('optIntegrationId') || isSwitchedOn(row.closeTicket)
      ? (['act-lost'] as const)
      : []),
  ]
}

/** Returns the id of the queue to which the option's tree belongs. '': the options form a cycle. */
function queueOf(row: SourceRow, byId: ReadonlyMap<string, SourceRow>): string {
  const seen = new Set<SourceRow>()
  for (let at: SourceRow | undefined = row; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    if (textOf(at, 'chatbotId') === '') return textOf(at, 'queueId')
    at = byId.get(textOf(at, 'chatbotId'))
  }
  return ''
}

async function queuesWithOptions(source: SourceDatabase, companyId: string): Promise<ReadonlySet<string>> {
  if (!source.has('QueueOptions', 'queueId')) return new Set()
  const rows = await source.rows<{ id: string }>(
    `select distinct q.id::text as id from "QueueOptions" o join "Queues" q on q.id = o."queueId"
     where q."companyId" = $1`,
    [companyId],
  )
  return new Set(rows.map(({ id }) => id))
}

async function carryOptions(
  piece: MoveInBatch,
  kind: 'option' | 'chatbot',
  options: readonly MenuOption[],
): Promise<void> {
  await piece.look(options, ({ id, queueId }) => [
    [kind, id],
    ['queue', queueId],
  ])
  const queueIds = new Map(options.map(({ id, queueId }) => [id, queueId]))
  const waiting = new Set(options.filter(({ id }) => piece.ref(kind, id) === null))
  const ids = [...(await piece.newIds('queue_options', waiting.size))]
  const numbers = await piece.work.db.rows(lastQueueOptionNumbers)
  const last = new Map(numbers.map((one) => [`${one.queue_id} ${one.parent_id}`, one.option]))
  const made: object[] = []
  // Each round inserts the options whose parents are inserted. Options that remain belong to a lost option, or
  // form a cycle.
  for (let before = -1; waiting.size !== before; ) {
    before = waiting.size
    for (const one of waiting) {
      const { row, id, queueId, parentId, message, losses } = one
      const queue_id = piece.ref('queue', queueId)
      const parent_id = queueIds.get(parentId) === queueId ? piece.ref(kind, parentId) : null
      if (queue_id === null || (parentId !== '' && parent_id === null)) continue
      waiting.delete(one)
      for (const loss of losses) piece.skip(kind, id, loss)
      const option = (last.get(`${queue_id} ${parent_id}`) ?? 0) + 1
      last.set(`${queue_id} ${parent_id}`, option)
      const newId = ids.shift() ?? 0
      piece.became(kind, id, newId)
      made.push({
        id: newId,
        ...{ queue_id, parent_id, option, title: one.title || String(option), message },
        ...timestampsOf(row, piece),
      })
    }
  }
  for (const { id } of waiting) piece.skip(kind, id, 'parent-missing')
  piece.moved += await piece.insert(insertMovedQueueOptions, made)
}
