import { type ConnectionView, connectionForm } from '@balcao/contract/connections'
import type { QueueView } from '@balcao/contract/queues'
import { nameText, textField } from '@balcao/contract/wire-values'
import { connectionDefaults } from '@balcao/domain/connections'
import type { IntegrationId, PromptId, QueueId } from '@balcao/domain/ids'
import { whatsappProviders } from '@balcao/domain/providers'
import type { Control, FieldErrors } from 'react-hook-form'
import { z } from 'zod'

const words = textField(4096)
const { timeSendQueue, timeUseBotQueues, maxUseBotQueues, expiresTicket } = connectionForm.shape

/** The schema of the form; numbers are texts until they are parsed. */
export const connectionFormSchema = z.object({
  name: nameText,
  isDefault: z.boolean(),
  provider: z.enum(whatsappProviders),
  queueIds: z.array(z.custom<QueueId>()),
  greetingMessage: words,
  outOfHoursMessage: words,
  complationMessage: words,
  ratingMessage: words,
  expiresInactiveMessage: words,
  sendIdQueue: z.custom<QueueId | 0>(),
  timeSendQueue,
  timeUseBotQueues,
  maxUseBotQueues,
  expiresTicket,
  promptId: z.custom<PromptId | null>(),
  integrationId: z.custom<IntegrationId | null>(),
})
/** The values in the fields; `ConnectionFormValues` is their parsed form. */
export type ConnectionFormInput = z.input<typeof connectionFormSchema>
export type ConnectionFormValues = z.output<typeof connectionFormSchema>
export type ConnectionFormControl = Control<ConnectionFormInput, unknown, ConnectionFormValues>

export const connectionTextNames = [
  'greetingMessage',
  'outOfHoursMessage',
  'complationMessage',
  'ratingMessage',
  'expiresInactiveMessage',
] as const
export type ConnectionTextName = (typeof connectionTextNames)[number]

export const connectionTabs = ['general', 'texts', 'automation'] as const
export type ConnectionTab = (typeof connectionTabs)[number]

export function firstTabWithError(errors: FieldErrors<ConnectionFormInput>): ConnectionTab {
  if (errors.name !== undefined || errors.provider !== undefined) return 'general'
  return connectionTextNames.some((name) => errors[name] !== undefined) ? 'texts' : 'automation'
}

export function connectionFormInputOf(
  connection: ConnectionView | null,
  queues: readonly QueueView[],
): ConnectionFormInput {
  // A new connection of a company with a single queue gets this queue.
  const usual = queues.length === 1 ? queues : []
  return {
    name: connection?.name ?? '',
    isDefault: connection?.isDefault ?? false,
    provider: whatsappProviders.find((one) => one === connection?.provider) ?? 'beta',
    queueIds: (connection?.queues ?? usual).map(({ id }) => id),
    greetingMessage: connection?.greetingMessage ?? '',
    outOfHoursMessage: connection?.outOfHoursMessage ?? '',
    complationMessage: connection?.complationMessage ?? '',
    ratingMessage: connection?.ratingMessage ?? '',
    expiresInactiveMessage: connection?.expiresInactiveMessage ?? '',
    sendIdQueue: (connection?.sendIdQueue ?? 0) as QueueId | 0, // branding: the wire has it as a plain number
    timeSendQueue: String(connection?.timeSendQueue ?? connectionDefaults.timeSendQueue),
    timeUseBotQueues: String(connection?.timeUseBotQueues ?? connectionDefaults.timeUseBotQueues),
    maxUseBotQueues: String(connection?.maxUseBotQueues ?? connectionDefaults.maxUseBotQueues),
    expiresTicket: String(connection?.expiresTicket ?? connectionDefaults.expiresTicket),
    promptId: connection?.promptId ?? null,
    integrationId: connection?.integrationId ?? null,
  }
}
