import { promptDefaults, promptLimits } from '@balcao/domain/prompts'
import { isSettingKey, isSettingValue } from '@balcao/domain/settings'
import { hashOfApiToken, minImportedTokenLength } from '../../../features/connections/connection-token'
import {
  insertMovedConnectionQueues,
  insertMovedConnections,
  takenConnectionNames,
} from '../../../features/connections/move-in.queries'
import { insertMovedPrompts } from '../../../features/prompts/move-in.queries'
import { insertMovedQueues, takenQueueNamesAndColors } from '../../../features/queues/move-in.queries'
import { saveMovedSettings } from '../../../features/settings/move-in.queries'
import { insertMovedUserQueues } from '../../../features/users/move-in.queries'
import { encryptText } from '../../../platform/encryption'
import { createObsoleteUserQueueRemover, createUserStep } from '../follow-users'
import type { MoveInBatch } from '../piece'
import { createRowStep, type MoveInStep, type SourceRow } from '../step'
import { createTagStep } from '../tag-step'
import { isSwitchedOn, textOf, timestampsOf, uniqueColour, uniqueName, wholeNumberOf } from '../values'
import { integrationsStep } from './integrations'
import { chatbotsStep, queueOptionsStep } from './menus'
import { convertOpeningHours } from './opening-hours'

const all = 5_000
export async function readQueueNamesAndColours({ work }: MoveInBatch) {
  const taken = await work.db.rows(takenQueueNamesAndColors)
  return { names: new Set(taken.map(({ name }) => name)), colours: new Set(taken.map(({ color }) => color)) }
}
export type QueueNamesAndColours = Awaited<ReturnType<typeof readQueueNamesAndColours>>

export async function readConnectionNames({ work }: MoveInBatch) {
  const taken = await work.db.rows(takenConnectionNames)
  return { names: new Set(taken.map(({ name }) => name)), hasDefault: taken.some((one) => one.is_default) }
}
export type ConnectionNames = Awaited<ReturnType<typeof readConnectionNames>>

const queues = createRowStep({
  name: 'queues',
  kind: 'queue',
  reading: {
    table: 'Queues',
    columns: `id name color greetingMessage outOfHoursMessage schedules orderQueue mediaPath integrationId
      createdAt updatedAt`,
    size: all,
  },
  target: 'queues',
  insert: insertMovedQueues,
  refs: (row) => [['integration', textOf(row, 'integrationId')]],
  gather: readQueueNamesAndColours,
  row(row, { piece, gathered }) {
    const { names, colours } = gathered as QueueNamesAndColours
    const name = textOf(row, 'name').trim() || 'Fila'
    const free = uniqueName(name, names)
    if (free !== name) piece.skip('queue', textOf(row, 'id'), 'renamed')
    if (textOf(row, 'mediaPath') !== '') piece.skip('queue', textOf(row, 'id'), 'greeting-media-lost')
    const { schedules, holidays, lost } = convertOpeningHours(row.schedules, piece.work.now.getUTCFullYear())
    // Reports lost hours: only the company can have holidays here, not a queue.
    if (lost + holidays.length > 0) piece.skip('queue', textOf(row, 'id'), 'hours-lost')
    return {
      name: free,
      color: uniqueColour(textOf(row, 'color').toLowerCase(), colours),
      order_queue: row.orderQueue ?? null,
      greeting_message: textOf(row, 'greetingMessage'),
      out_of_hours_message: textOf(row, 'outOfHoursMessage'),
      schedules,
      integration_id: piece.ref('integration', textOf(row, 'integrationId')),
      ...timestampsOf(row, piece),
    }
  },
})

const prompts = createRowStep({
  name: 'prompts',
  kind: 'prompt',
  reading: {
    table: 'Prompts',
    columns: 'id name prompt apiKey maxMessages maxTokens temperature queueId createdAt updatedAt',
    size: all,
  },
  target: 'prompts',
  insert: insertMovedPrompts,
  refs: (row) => [['queue', textOf(row, 'queueId')]],
  row(row, { piece, id, context }) {
    const apiKey = textOf(row, 'apiKey')
    const limited = (column: 'maxTokens' | 'maxMessages') => {
      const { min: least, max: most } = promptLimits[column]
      return wholeNumberOf(row, column, { least, most, otherwise: promptDefaults[column] })
    }
    const temperature = Number(row.temperature ?? promptDefaults.temperature)
    return {
      name: textOf(row, 'name').slice(0, promptLimits.name) || 'Assistente',
      prompt: textOf(row, 'prompt').slice(0, promptLimits.prompt),
      queue_id: piece.ref('queue', textOf(row, 'queueId')),
      voice: promptDefaults.voice,
      voice_region: '',
      sealed_api_key:
        apiKey === ''
          ? null
          : encryptText(context.dataKeys, apiKey, `prompts.sealed_api_key ${context.companyId} ${id}`),
      max_tokens: limited('maxTokens'),
      temperature: Number.isFinite(temperature) ? Math.min(2, Math.max(0, temperature)) : 1,
      max_messages: limited('maxMessages'),
      ...timestampsOf(row, piece),
    }
  },
})

const connections = createRowStep({
  name: 'connections',
  kind: 'connection',
  reading: {
    table: 'Whatsapps',
    columns: `id name isDefault greetingMessage complationMessage outOfHoursMessage ratingMessage
      farewellMessage token transferQueueId timeToTransfer sendIdQueue timeSendQueue maxUseBotQueues
      timeUseBotQueues expiresTicket expiresInactiveMessage promptId integrationId channel createdAt
      updatedAt`,
    size: all,
  },
  target: 'connections',
  insert: insertMovedConnections,
  refs: (row) => [
    ['queue', textOf(row, 'transferQueueId')],
    ['queue', textOf(row, 'sendIdQueue')],
    ['prompt', textOf(row, 'promptId')],
    ['integration', textOf(row, 'integrationId')],
  ],
  gather: readConnectionNames,
  row(row, { piece, gathered }) {
    const facts = gathered as ConnectionNames
    const id = textOf(row, 'id')
    if (!['', 'whatsapp'].includes(textOf(row, 'channel'))) return 'other-channel'
    const isDefault = isSwitchedOn(row.isDefault) && !facts.hasDefault
    facts.hasDefault ||= isDefault
    const name = textOf(row, 'name').trim() || 'WhatsApp'
    const free = uniqueName(name, facts.names)
    if (free !== name) piece.skip('connection', id, 'renamed')
    const token = textOf(row, 'token').trim()
    if (token !== '' && token.length < minImportedTokenLength) piece.skip('connection', id, 'token-too-short')
    const hasToken = token.length >= minImportedTokenLength
    return {
      name: free,
      is_default: isDefault,
      provider: 'beta',
      greeting_message: textOf(row, 'greetingMessage'),
      complation_message: textOf(row, 'complationMessage') || textOf(row, 'farewellMessage'),
      out_of_hours_message: textOf(row, 'outOfHoursMessage'),
      rating_message: textOf(row, 'ratingMessage'),
      desired_state: 'link',
      status: 'DISCONNECTED',
      cause: 'stopped',
      status_since: piece.work.now,
      send_queue_id:
        piece.ref('queue', textOf(row, 'transferQueueId')) ?? piece.ref('queue', textOf(row, 'sendIdQueue')),
      time_send_queue: wholeNumberOf(row, 'timeToTransfer') || wholeNumberOf(row, 'timeSendQueue'),
      time_use_bot_queues: wholeNumberOf(row, 'timeUseBotQueues'),
      max_use_bot_queues: wholeNumberOf(row, 'maxUseBotQueues', { otherwise: 3 }),
      expires_ticket: wholeNumberOf(row, 'expiresTicket'),
      expires_inactive_message: textOf(row, 'expiresInactiveMessage'),
      token_hash: hasToken ? `\\x${hashOfApiToken(token).toString('hex')}` : null,
      token_last_four: hasToken ? token.slice(-4) : null,
      token_created_at: hasToken ? piece.work.now : null,
      prompt_id: piece.ref('prompt', textOf(row, 'promptId')),
      integration_id: piece.ref('integration', textOf(row, 'integrationId')),
      ...timestampsOf(row, piece),
    }
  },
})

/** Creates a step for a table of pairs, such as users of queues, whose rows may have no id. */
export function createPairTableStep(spec: {
  readonly name: string
  readonly table: string
  readonly left: readonly [column: string, kind: string, target: string]
  readonly right: readonly [column: string, kind: string, target: string]
  readonly joins: string
  readonly where: string
  readonly insert: Parameters<MoveInBatch['insert']>[0]
  readonly begin?: MoveInStep['begin']
}): MoveInStep {
  const [left, leftKind, leftTarget] = spec.left
  const [right, rightKind, rightTarget] = spec.right
  const key = [left, right].map((column) => ({ sql: `t."${column}"`, type: 'bigint' }))
  return {
    name: spec.name,
    ...(spec.begin && { begin: spec.begin }),
    reading: {
      table: spec.table,
      columns: `${left} ${right}`,
      joins: spec.joins,
      where: `${spec.where} and t."${left}" is not null and t."${right}" is not null`,
      key,
      // Each pass reads all pairs, because either side may have moved since the last pass.
      changedAt: null,
      size: 2_000,
    },
    async carry(piece, rows) {
      await piece.look(rows, (row) => [
        [leftKind, textOf(row, left)],
        [rightKind, textOf(row, right)],
      ])
      const made = rows.flatMap((row) => {
        const one = piece.ref(leftKind, textOf(row, left))
        const other = piece.ref(rightKind, textOf(row, right))
        const pair = `${textOf(row, left)} ${textOf(row, right)}`
        piece.settle(spec.name, pair, 'pair-missing')
        if (one !== null && other !== null) return [{ [leftTarget]: one, [rightTarget]: other }]
        piece.skip(spec.name, pair, 'pair-missing')
        return []
      })
      piece.moved += await piece.insert(spec.insert, made)
    },
  }
}

const users = createUserStep({
  reading: {
    table: 'Users',
    columns: 'id name email passwordHash profile super allTicket whatsappId createdAt updatedAt',
  },
  factsOf: (row) => ({
    passwordHash: textOf(row, 'passwordHash'),
    profile: row.profile === 'admin' ? 'admin' : 'user',
    allTicket: isSwitchedOn(row.allTicket),
  }),
  answerColumn: 'id',
  presentSql: 'select id::text as id from "Users" where "companyId" = $1',
})

const tags = createTagStep({
  name: 'tags',
  reading: { table: 'Tags', columns: 'id name color kanban createdAt updatedAt', size: all },
  nameColumn: 'name',
})

/** Moves settings. Those without the same meaning here are reported. */
const settings: MoveInStep = {
  name: 'settings',
  reading: { table: 'Settings', columns: 'id key value createdAt updatedAt', size: all },
  async carry(piece, rows) {
    const made = new Map<string, object>()
    for (const row of rows) {
      const [key, value] = [textOf(row, 'key'), textOf(row, 'value')]
      if (!isSettingKey(key) || !isSettingValue(key, value) || key === 'userCreation') {
        piece.skip('setting', key || textOf(row, 'id'), 'no-counterpart')
        continue
      }
      made.set(key, { key, value, ...timestampsOf(row, piece) })
    }
    piece.moved += await piece.insert(saveMovedSettings, [...made.values()])
  },
}

const noSettings = ['id', 'companyId', 'createdAt', 'updatedAt']

/**
 * Moves settings of later forks, which have a column for each. Each pass reads all of them, so that they
 * replace values that the step `settings` has moved from an older table.
 */
const settingsOfCompany: MoveInStep = {
  name: 'settings of companies',
  reading: {
    table: 'CompaniesSettings',
    needs: ['companyId'],
    columns: 'id createdAt updatedAt',
    also: ['to_jsonb(t) as settings'],
    changedAt: null,
    size: all,
  },
  async carry(piece, rows) {
    const made = new Map<string, object>()
    for (const row of rows)
      for (const [key, written] of Object.entries(row.settings as SourceRow)) {
        // The query returns `to_jsonb` of the row of settings, with one entry for each column.
        const value = textOf({ written }, 'written')
        if (noSettings.includes(key) || ['', 'disabled', 'false'].includes(value)) continue
        if (isSettingKey(key) && isSettingValue(key, value))
          made.set(key, { key, value, ...timestampsOf(row, piece) })
        else piece.skip('setting', key, 'no-counterpart')
      }
    piece.moved += await piece.insert(saveMovedSettings, [...made.values()])
  },
}

/** The steps in their order: rows of a step refer only to rows of earlier steps. */
export const whaticketOrganizationSteps: readonly MoveInStep[] = [
  settings,
  settingsOfCompany,
  integrationsStep,
  queues,
  queueOptionsStep,
  chatbotsStep,
  prompts,
  connections,
  createPairTableStep({
    name: 'queues of connections',
    table: 'WhatsappQueues',
    left: ['whatsappId', 'connection', 'connection_id'],
    right: ['queueId', 'queue', 'queue_id'],
    joins: 'join "Whatsapps" w on w.id = t."whatsappId"',
    where: 'w."companyId" = $1',
    insert: insertMovedConnectionQueues,
  }),
  users,
  createPairTableStep({
    name: 'queues of users',
    table: 'UserQueues',
    left: ['userId', 'user', 'user_id'],
    right: ['queueId', 'queue', 'queue_id'],
    joins: 'join "Users" u on u.id = t."userId"',
    where: 'u."companyId" = $1',
    insert: insertMovedUserQueues,
    begin: createObsoleteUserQueueRemover(
      `select t."userId"::text as user_id, t."queueId"::text as queue_id
       from "UserQueues" t join "Users" u on u.id = t."userId" where u."companyId" = $1`,
    ),
  }),
  tags,
]
