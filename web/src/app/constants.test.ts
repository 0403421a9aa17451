import { readFileSync } from 'node:fs'
import { announcementForm } from '@balcao/contract/announcements'
import { checkoutCountries } from '@balcao/contract/billing'
import { campaignForm, campaignSettingsForm } from '@balcao/contract/campaigns'
import { connectionForm } from '@balcao/contract/connections'
import { contactListForm, contactListItemForm } from '@balcao/contract/contact-lists'
import { contactForm } from '@balcao/contract/contacts'
import { readTicketsByHour } from '@balcao/contract/dashboard'
import { fileListForm } from '@balcao/contract/file-lists'
import { integrationForm } from '@balcao/contract/integrations'
import { wireMessage } from '@balcao/contract/messages'
import { noteForm } from '@balcao/contract/notes'
import { userForm } from '@balcao/contract/people'
import { promptForm } from '@balcao/contract/prompts'
import { listQueueOptions } from '@balcao/contract/queue-options'
import { queueForm } from '@balcao/contract/queues'
import { scheduleForm } from '@balcao/contract/schedules'
import { signupForm } from '@balcao/contract/signup'
import { tag, tagForm } from '@balcao/contract/tags'
import { announcementPriorities } from '@balcao/domain/announcements'
import { campaignPaceOptions, defaultCampaignSettings } from '@balcao/domain/campaign-settings'
import { campaignStatuses, mayChangeCampaign } from '@balcao/domain/campaigns'
import { dueDateColour, trialDays } from '@balcao/domain/companies'
import {
  connectionDefaults,
  connectionStatuses,
  isConnectionStatusAlarming,
} from '@balcao/domain/connections'
import { dialogflowLanguages, integrationDefaults, integrationTypes } from '@balcao/domain/integrations'
import { limits } from '@balcao/domain/limits'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { promptDefaults, promptVoices, speakerNameOfVoice, writtenAnswersVoice } from '@balcao/domain/prompts'
import { billingRecurrences, monthsPerPayment } from '@balcao/domain/recurrence'
import { settingDefinitions } from '@balcao/domain/settings'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { daysUntilDueIfSoon } from '../features/auth/due-soon'
import { trialTextKeyAndDays } from '../features/billing/subscription-page'
import { monthToDateRange, periodDayCounts } from '../features/dashboard/range'
import { quickAnswerLabel, quickAnswerSearchText } from '../features/messages/quick-answers/find-answers'
import { defaultSendAt } from '../features/schedules/schedule-times'
import { shortenName } from '../features/tickets/ticket-facts'
import { dateAndTime } from '../lib/dates'
import { formatReais } from '../lib/money'
import { readNotificationVolume } from '../lib/volume'
import { aQuickMessage } from '../testing/ticket-makers'
import { presetColours } from '../ui/colour-palette'
import { muiThemeOf } from '../ui/theme'
import { maskTypedTime } from '../ui/time-mask'

/* Every constant of the three documents, copied from them once more and without `limits`, beside the value that the
   product uses. To check the table, compare it with sections 2, 4, 5 and 9 of the documents: core (000), administration
   (001), outbound (002). The product's value is read as near to its use as a test can: a form is tested with longer and
   longer texts, a function is called, and where a component uses the value itself, its source is read. */

type Constant = readonly [name: string, where: string, documents: unknown, product: () => unknown]

/** The value that a source file uses at `…`: `at('web/src/ui/use-submit.ts', 'milliseconds: number = …')`. */
function at(path: string, use: string): unknown {
  const source = readFileSync(`${import.meta.dirname}/../../../${path}`, 'utf8')
  const [before = '', after = ''] = use.split('…').map((text) => text.replace(/[^\w\s]/g, '\\$&'))
  const value = String.raw`(limits[\w.]+|\d[\d_.]*|\w+|'[^']*'|"[^"]*")`
  const written = new RegExp(before + value + after).exec(source)?.[1]
  if (written === undefined) return `not found in ${path}: ${use}`
  if (written.startsWith('limits.')) return limitAt(written.split('.').slice(1))
  return /^\d/.test(written) ? Number.parseFloat(written.replaceAll('_', '')) : written.replace(/["']/g, '')
}

function limitAt(path: readonly string[]): unknown {
  let value: unknown = limits
  for (const key of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return value
}

/** The minimum and maximum length of a field's text, up to a hundred characters. */
function lengths(field: z.ZodType, letter = 'a'): string {
  const taken = Array.from({ length: 101 }, (_, length) => length).filter(
    (length) => field.safeParse(letter.repeat(length)).success,
  )
  return `${taken[0]} to ${taken.at(-1) === 100 ? 'more' : taken.at(-1)}`
}

const now = Date.parse('2026-11-20T10:00:00.000Z')
const hours = (count: number) => count * 3_600_000
const days = (count: number) => hours(24) * count

// biome-ignore format: a table, a constant each line
const timers: readonly Constant[] = [
  ['search of a list', '000§9, 001§9, 002§9', 500, () => at('web/src/ui/searched-records.tsx', 'useDebounced(search, …)')],
  ['list of tickets', '000§7.2, 000§9', 500, () => at('web/src/features/tickets/list/list-pane.tsx', 'Date.now() + …')],
  ['search in messages', '000§9', 500, () => at('web/src/features/messages/search/search-bar.tsx', 'text.trim(), …)')],
  ['list of chats', '000§9', 500, () => at('web/src/features/chats/chat-list-pane.tsx', 'words.trim(), …)')],
  ['search of contacts', '000§9', 500, () => at('web/src/lib/lists/contact-choices.ts', 'useDebounced(written, …)')],
  ['search of tickets', '000§2.4', 500, () => at('web/src/features/tickets/list/search-fields.tsx', 'text.trim(), …)')],
  ['submit of a form', '000§9, 001§9, 002§9', 400, () => at('web/src/ui/use-submit.ts', 'milliseconds: number = …,')],
  ['submit of a plan', '000§9, 001§9', 500, () => at('web/src/features/plans/plan-dialog.tsx', '}, …)')],
  ['submit of a company', '000§9, 001§9', 500, () => at('web/src/features/companies/company-dialog.tsx', '}, …)')],
  ['submit of a help', '000§9, 001§9', 500, () => at('web/src/features/helps/help-dialog.tsx', '    …,\n  )')],
  ['check of the connections', '000§2.2, 001§2', 2000, () => at('web/src/app/shell/drawer.tsx', 'now, …)')],
  ['userStatus', '000§7.6, 000§9', 300000, () => at('web/src/lib/live.ts', 'every(…, () => opened.emit(userStatusSocketMessage))')],
  ['ping interval', '000§9', 18000, () => at('server/src/realtime/socket-server.ts', 'pingInterval: …,')],
  ['ping timeout', '000§9', 18000, () => at('server/src/realtime/socket-server.ts', 'pingTimeout: …,')],
  ['reload, opened elsewhere', '000§4.3', 1000, () => at('web/src/app/shell/account-subscriptions.tsx', 'after(…, ')],
  ['redirect, no permission', '002§6', 1000, () => at('web/src/app/guarded.tsx', 'after(…, ')],
  ['return after payment', '001§4, 001§9', 4000, () => at('web/src/features/billing/own-invoices.tsx', 'after(…, ')],
  ['reload of the report', '002§4, 002§9', 5000, () => at('web/src/features/campaigns/campaign-report-page.tsx', 'after(…, ')],
  ['toast', '000§8', 2000, () => at('web/src/ui/toasts.ts', 'usualTime: number = …\n')],
  ['toast, 000 and 001', '000§8', 2000, () => at('web/src/app/shell/shell.tsx', 'limits.toast.onOutbound : …)')],
  ['toast, 002', '002§2, 002§9', 3000, () => at('web/src/app/shell/shell.tsx', 'isOutbound === true ? … : ')],
  ['time of a toast is that of its area', '000§8, 002§2', 'usualTime', () => at('web/src/ui/toasts.ts', 'show({ kind, text }, …)')],
]

// biome-ignore format: a table, a constant each line
const distances: readonly Constant[] = [
  ['older messages, from the top', '000§2.5, 000§9', 50, () => at('web/src/features/messages/message-log.tsx', 'topPixels={…}')],
  ['next page of a list', '000§9, 001§9, 002§9', 100, () => at('web/src/ui/list-end.ts', 'clientHeight <= …\n')],
  ['next page of a long list', '000§9, 001§9, 002§9', 100, () => at('web/src/ui/even-rows.tsx', 'lowest - …\n')],
  ['older chat messages, from the top', '002§9', 600, () => at('web/src/features/chats/chat-log.tsx', 'view.scrollTop <= …)')],
]

// biome-ignore format: a table, a constant each line
const sizes: readonly Constant[] = [
  ['drawer, px', '000§2.2, 000§9', 240, () => at('web/src/ui/tokens.css', '--drawer: …px')],
  ['drawer has that width', '000§2.2', 'drawer', () => at('web/src/app/shell/drawer.module.css', 'width: var(--…)')],
  ['contact drawer, px', '000§2.5, 000§9, 001§9', 320, () => at('web/src/ui/tokens.css', '--contact: …px')],
  ['contact drawer has that width', '000§2.5', 'contact', () => at('web/src/ui/side-panel.module.css', 'width: var(--…)')],
  ['overlay drawer below, px', '000§2.2, 000§9', 599.95, () => at('web/src/ui/use-media.ts', 'max-width: …px')],
  ['sm, px', '000§9', 600, () => muiThemeOf('light').breakpoints.values.sm],
  ['two panes of the chat from md, px', '002§2, 002§9', 899.95, () => at('web/src/ui/use-media.ts', `useIsNarrow(): boolean {\n  return useMediaQuery('(max-width: …px`)],
  ['md, px', '002§9', 900, () => muiThemeOf('light').breakpoints.values.md],
  ['rows of the input', '000§2.5, 000§9', 5, () => at('web/src/ui/message-field.tsx', 'maxRows={…}')],
  ['letters of a quick answer', '000§2.5, 000§9', 35, () => [...quickAnswerLabel(aQuickMessage({ shortcode: 'x' }), 'b'.repeat(50))].length - '…'.length],
  ['quick answers open at', '000§2.5', [undefined, 'o'], () => [quickAnswerSearchText('/'), quickAnswerSearchText('/o')]],
  ['name on a narrow screen', '000§2.4', ['0123456789', '0123456789…'], () => [shortenName('0123456789', true), shortenName('0123456789x', true)]],
  ['colours of the palette', '001§2, 001§9', 50, () => new Set(presetColours).size],
  ['slots of the chart', '000§2.7, 000§9', '24 to 24', () => countsTaken(readTicketsByHour.answer.shape.hours)],
  ['message slots of a campaign', '002§3, 002§9', 5, () => Object.keys(campaignForm.shape).filter((key) => /^message\d$/.test(key)).length],
  ['confirmation slots', '002§3, 002§9', 5, () => Object.keys(campaignForm.shape).filter((key) => /^confirmationMessage\d$/.test(key)).length],
  ['recording, kbit/s of MP3', '000§2.5, 000§9', 128, () => at('web/src/features/messages/recorder/encode.worker.ts', 'kilobitsPerSecond = … ')],
  ['smallest recording, bytes', '000§5, 000§9', 10000, () => at('web/src/features/messages/recorder/use-recorder.ts', 'leastBytes = …\n')],
]

// biome-ignore format: a table, a constant each line
const lengthsOfFields: readonly Constant[] = [
  ['name of a user', '000§5, 001§5', '2 to 50', () => lengths(userForm.shape.name)],
  ['name at the sign-up', '000§5, 001§5', '2 to 50', () => lengths(signupForm.shape.name)],
  ['name of a contact', '000§5, 001§5', '2 to 50', () => lengths(contactForm.shape.name)],
  ['name of a queue', '001§5', '2 to 50', () => lengths(queueForm.shape.name)],
  ['name of a connection', '001§5', '2 to 50', () => lengths(connectionForm.shape.name)],
  ['name of a contact list', '002§5', '2 to 50', () => lengths(contactListForm.shape.name)],
  ['name in a contact list', '002§5', '2 to 50', () => lengths(contactListItemForm.shape.name)],
  ['name of a campaign', '002§5', '2 to 50', () => lengths(campaignForm.shape.name)],
  ['name of an integration', '002§5', '2 to 50', () => lengths(integrationForm.shape.name)],
  ['password of a user', '000§5, 001§5', '5 to 50', () => lengths(userForm.shape.password)],
  ['password at the sign-up', '000§5, 001§5', '5 to 50', () => lengths(signupForm.shape.password)],
  ['number of a contact', '000§5, 001§5', '8 to 50', () => lengths(contactForm.shape.number, '5')],
  ['number in a contact list', '002§5', '8 to 50', () => lengths(contactListItemForm.shape.number, '5')],
  ['ticket note, at least', '000§5, 000§9', '2 to more', () => lengths(noteForm.shape.note)],
  ['name of a tag, at least', '001§5, 002§5', 3, () => shortest(tagForm.shape.name)],
  ['schedule, at least', '002§5', '5 to more', () => lengths(scheduleForm.shape.body)],
  ['name of a file list, at least', '002§5', '3 to more', () => lengths(fileListForm.shape.name)],
  ['colour of a queue, characters', '001§5', [3, 9], () => charactersTaken(['#f', 'red', '#03A9F4', 'chocolate', 'blueviolet'])],
  ['letters that search contacts', '000§2.4, 000§9', 3, () => at('web/src/lib/lists/contact-choices.ts', 'name.length >= …\n')],
  ['letters that search tickets', '000§2.4, 000§9', 3, () => at('web/src/features/tickets/list-view.ts', 'search.length < …)')],
]

// biome-ignore format: a table, a constant each line
const choices: readonly Constant[] = [
  ['messageInterval, seconds', '002§9', [0, 5, 10, 15, 20], () => campaignPaceOptions.messageInterval],
  ['longerIntervalAfter, seconds', '002§9', [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120], () => campaignPaceOptions.longerIntervalAfter],
  ['greaterInterval, seconds', '002§9', [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120], () => campaignPaceOptions.greaterInterval],
  ['periods of the dashboard, days', '000§2.7', [3, 7, 15, 30, 60, 90], () => periodDayCounts],
  ['months of a recurrence', '001§2, 001§9', { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 }, () => Object.fromEntries(billingRecurrences.map((each) => [each, monthsPerPayment(each)]))],
  ['recurrence that is offered', '001§2', 'MENSAL', () => at('web/src/features/companies/company-dialog.tsx', 'new Set([…, company?.recurrence')],
  ['priorities of an announcement', '000§9, 002§3', [1, 2, 3], () => announcementPriorities],
  ['colours of these priorities: red, orange, grey', '000§9, 002§3', ['bad', 'warn', 'idle'], () => [1, 2, 3].map((priority) => at('web/src/features/announcements/priority-pill.tsx', `${priority}: { tone: …,`))],
  ['ack of a message: sent, delivered, read, played', '000§3, 000§9', [1, 2, 3, 4, 5], () => [1, 2, 3, 4, 5, 6].filter((ack) => wireMessage.shape.ack.safeParse(ack).success)],
  ['stars of a rating', '000§2.7, 000§9', 3, () => at('web/src/features/dashboard/attendants.tsx', '[1, 2, …].map')],
  ['statuses of a campaign', '002§4', ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'], () => campaignStatuses],
  ['statuses of a connection', '001§4', ['CONNECTED', 'DISCONNECTED', 'OPENING', 'PAIRING', 'TIMEOUT', 'qrcode'], () => connectionStatuses.toSorted()],
  ['statuses with an alert', '000§2.2, 001§2', ['DISCONNECTED', 'OPENING', 'PAIRING', 'TIMEOUT', 'qrcode'], () => connectionStatuses.filter(isConnectionStatusAlarming).toSorted()],
  ['modes of work hours', '001§2, 001§9', ['disabled', 'queue', 'company'], () => settingDefinitions.scheduleType.values],
  ['voices', '002§9', ['texto', 'Francisca', 'Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Giovanna', 'Humberto', 'Julio', 'Leila', 'Leticia', 'Manuela', 'Nicolau', 'Valerio', 'Yara'], () => promptVoices.map((voice) => speakerNameOfVoice(voice) ?? writtenAnswersVoice)],
  ['types of an integration', '002§4', ['dialogflow', 'n8n', 'webhook', 'typebot'], () => integrationTypes],
  ['languages of an integration', '002§9', ['pt-BR', 'en', 'es'], () => dialogflowLanguages],
  ['countries of the checkout', '001§5', ['Brasil', 'United States'], () => checkoutCountries],
  ['kanban of a tag', '001§3, 002§3', [0, 1], () => [0, 1, 2].filter((value) => tag.shape.kanban.safeParse(value).success)],
  ['parentId of the first options', '001§7', null, () => listQueueOptions.query.parse({ queueId: 1, parentId: -1 }).parentId],
  ['pictures of a schedule', '002§5', '.png,.jpg,.jpeg', () => at('web/src/features/schedules/picture-field.tsx', 'accept={header === null ? …')],
  ['pictures of an announcement', '002§5', '.png,.jpg,.jpeg', () => at('web/src/features/announcements/announcement-dialog.tsx', 'accept=…')],
  ['files of contacts', '001§5', ['.xls', '.xlsx'], () => workbooksOf('web/src/features/contacts/import/choose-list.tsx')],
  ['files of a contact list', '002§5', ['.xls', '.xlsx'], () => workbooksOf('web/src/features/contact-lists/fill-dialog.tsx')],
  ['volume, least', '000§2.3, 000§9', 0, () => at('web/src/ui/slider.tsx', 'min={…}')],
  ['volume, most', '000§2.3, 000§9', 1, () => at('web/src/app/shell/volume-slider.tsx', 'max={…}')],
  ['volume, step', '000§2.3, 000§9', 0.1, () => at('web/src/app/shell/volume-slider.tsx', 'step={…}')],
]

// biome-ignore format: a table, a constant each line
const defaults: readonly Constant[] = [
  ['volume', '000§2.3, 000§9', 1, readNotificationVolume],
  ['signOption is off only as', '000§2.5', 'false', () => at('web/src/features/messages/composer/composer.tsx', "readStoredValue('signOption') !== …)")],
  ['theme, of the system', '002§2, 002§9', 'prefersDark', () => at('web/src/ui/theme-mode.ts', "readStoredValue('preferredTheme')) ?? (…()")],
  ['profile of a user', '000§5', 'user', () => userForm.parse({ name: 'Ana', email: 'ana@example.com', password: 'abcde' }).profile],
  ['connection', '001§3, 001§9', { provider: 'beta', maxUseBotQueues: 3, timeSendQueue: 0, expiresTicket: 0 }, () => connectionDefaults],
  ['connection, as it is saved', '001§9', { maxUseBotQueues: 3, timeSendQueue: 0, expiresTicket: 0 }, () => connectionForm.parse({ name: 'Vendas' })],
  ['sendIdQueue 0, no queue', '001§9', null, () => connectionForm.parse({ name: 'Vendas', sendIdQueue: 0 }).sendIdQueue],
  ['hours of a queue', '001§9', ['08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-18:00', '08:00-12:00', '00:00-00:00'], () => defaultOpeningHours.map(({ startTime, endTime }) => `${startTime}-${endTime}`)],
  ['weekdays of these hours', '001§9', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], () => defaultOpeningHours.map(({ weekdayEn }) => weekdayEn)],
  ['recurrence at the sign-up', '001§4, 001§9', 'MENSAL', () => at('web/src/features/auth/api/auth.ts', 'recurrence: …,')],
  ['due date at the sign-up, days', '001§4, 001§9', 3, () => trialDays],
  ['settings of campaigns', '002§9', { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, variables: [] }, () => defaultCampaignSettings],
  ['announcement', '002§9', { priority: 3, status: true }, () => announcementForm.parse({ title: 'a', text: 'b' })],
  ['prompt', '002§9', { voice: 'texto', maxTokens: 100, temperature: 1, maxMessages: 10 }, () => promptDefaults],
  ['prompt, as it is saved', '002§9', { voice: 'texto', maxTokens: 100, temperature: 1, maxMessages: 10 }, () => promptForm.parse({ queueId: 1 })],
  ['integration', '002§4, 002§9', { type: 'typebot', typebotDelayMessage: 1000, typebotExpires: 1 }, () => integrationDefaults],
  ['schedule, ahead', '002§5', hours(1), () => Number(defaultSendAt(0, { toField: String } as never))],
  ['range of the dashboard', '000§2.7, 000§9', { date_from: '2026-11-01', date_to: '2026-11-20' }, () => monthToDateRange('2026-11-20')],
]

// biome-ignore format: a table, a constant each line
const rules: readonly Constant[] = [
  ['days with a warning after login', '000§4.3, 000§9, 001§9', [0, 1, 2, 3, 4], () => [0, 1, 2, 3, 4, 5, 6].filter((left) => daysUntilDueIfSoon({ dueDate: new Date(now + days(left)).toISOString(), timeZone: 'UTC', expires: true }, now) !== null)],
  ['colour of a company, days to its due date', '001§2', { 6: null, 5: 'yellow', 4: 'orange', '-3': 'orange', '-4': 'red' }, () => Object.fromEntries([6, 5, 4, -3, -4].map((left) => [left, dueDateColour(left)]))],
  ['campaign that can be changed, ahead', '002§4, 002§9', [false, true], () => [hours(1), hours(1) + 1].map((ahead) => mayChangeCampaign({ status: 'PROGRAMADA', scheduledAt: new Date(now + ahead) }, new Date(now)))],
  ['days left of a trial', '001§2, 002§9', [1, 2, 2], () => [1, 1.5, -1.5].map((left) => trialTextKeyAndDays({ trialExpiration: new Date(now + days(left)).toISOString(), isTrial: true }, now)?.days)],
  ['date and time', '000§9, 001§9', '05/11/26 09:07', () => dateAndTime(new Date(2026, 10, 5, 9, 7))],
  ['price, BRL with 2 decimals', '001§2, 001§9', 'R$ 1.234,50', () => formatReais(1234.5)],
  ['hour as typed, four digits', '001§3', '08:30', () => maskTypedTime('0830')],
  ['lengths of a prompt, not applied', '002§5', true, () => promptForm.safeParse({ name: 'a', prompt: 'b', queueId: 1 }).success],
  ['interval that is none of the options', '002§9', false, () => campaignSettingsForm.safeParse({ ...defaultCampaignSettings, messageInterval: 7 }).success],
]

describe.each([
  ['CONST-02 timers, in milliseconds', timers],
  ['CONST-03 scroll distances, in pixels', distances],
  ['CONST-04 sizes', sizes],
  ['CONST-05 lengths, in characters', lengthsOfFields],
  ['choices', choices],
  ['defaults', defaults],
  ['rules with a number', rules],
])('%s', (_, table) => {
  test.each(table)('%s (%s) is %j', (_name, _where, documents, product) => {
    const value = product()

    if (typeof documents === 'object' && documents !== null && !Array.isArray(documents)) {
      expect(value).toMatchObject(documents)
    } else expect(value).toEqual(documents)
  })
})

function countsTaken(field: z.ZodType): string {
  const taken = Array.from({ length: 49 }, (_, length) => length).filter(
    (length) => field.safeParse(Array(length).fill(0)).success,
  )
  return `${taken[0]} to ${taken.at(-1)}`
}

/** The file types that a field accepts besides CSV. */
function workbooksOf(path: string): readonly string[] {
  const accepted = String(at(path, 'accept=…')).split(',')
  return accepted.filter((ending) => ending !== '.csv').toSorted()
}

function shortest(field: z.ZodType): number {
  return Number.parseInt(lengths(field), 10)
}

function charactersTaken(colours: readonly string[]): readonly (number | undefined)[] {
  const taken = colours.filter((colour) => queueForm.shape.color.safeParse(colour).success)
  return [taken[0]?.length, taken.at(-1)?.length]
}
