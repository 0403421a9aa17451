import { type QueueView, queueForm } from '@balcao/contract/queues'
import type { IntegrationId, PromptId } from '@balcao/domain/ids'
import { defaultOpeningHours, type OpeningHours } from '@balcao/domain/opening-hours'
import { z } from 'zod'
import { palette } from '../../ui/colour-palette'
import { areValidOpeningHours } from '../../ui/time-mask'
import type { QueueValues } from './api/queues'

const words = z.string().max(4096, 'Too Long!')

export const queueFormSchema = z.object({
  name: queueForm.shape.name,
  color: queueForm.shape.color,
  greetingMessage: words,
  outOfHoursMessage: words,
  orderQueue: z.string(),
  schedules: z.custom<readonly OpeningHours[]>().refine(areValidOpeningHours),
  promptId: z.custom<PromptId | null>(),
  integrationId: z.custom<IntegrationId | null>(),
})

/** A new queue gets the default hours (QUEUE-03), and a colour that no other queue has. */
export function initialQueueValues(queue: QueueView | null, others: readonly QueueView[]): QueueValues {
  return {
    name: queue?.name ?? '',
    color: queue?.color ?? freeColour(others),
    greetingMessage: queue?.greetingMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
    orderQueue: queue?.orderQueue?.toString() ?? '',
    schedules: queue?.schedules ?? defaultOpeningHours,
    promptId: queue?.promptId ?? null,
    integrationId: queue?.integrationId ?? null,
  }
}

/** An unused colour: from the middle shades of the palette, whose hues differ most, or else any. */
function freeColour(others: readonly QueueView[]): string {
  const taken = new Set(others.map(({ color }) => color.toUpperCase()))
  const inOrder = [...palette.slice(20, 30), ...palette]
  return inOrder.find((colour) => !taken.has(colour)) ?? ''
}
